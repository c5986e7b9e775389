// The page of a team. All that is shown comes from the server as data, and goes into the page as text.

import { draw, place, vertex } from './board.js';

const $ = (id) => document.getElementById(id);
const link = new URLSearchParams(location.hash.slice(1));
const secret = link.get('room') ?? link.get('start') ?? '';
const kept = `shikatsu-${secret.slice(0, 12)}`;

let socket;
let wait = 500;
let role = '';
let me = null;
let view = null;
let skew = 0;
let aim = null;
let mine = null; // what I have proposed or voted for, and in which request
let replay = null;
let rung = '';
let oldest = null;

const element = (kind, text, name) => {
  const made = document.createElement(kind);
  if (text !== undefined) made.textContent = text;
  if (name) made.className = name;
  return made;
};
const show = (id, is) => { $(id).hidden = !is; };
const send = (message) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};
const trouble = (text) => { $('trouble').textContent = text ?? ''; };

// ---- the connection ----

const connect = () => {
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/talk`);
  socket.onopen = () => {
    wait = 500;
    $('line').textContent = 'connected';
    $('line').classList.add('good');
    send({ do: 'hello', secret, word: sessionStorage.getItem(kept) ?? '' });
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => {
    $('line').textContent = 'connection lost, trying again …';
    $('line').classList.remove('good');
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 8000);
  };
};
addEventListener('online', () => { if (socket.readyState === WebSocket.CLOSED) connect(); });

const hear = (message) => {
  switch (message.is) {
    case 'hello':
      role = message.as;
      if (role === 'start') {
        offer(message);
        listAll();
      } else {
        me = message.member;
        show('start', false);
        show('room', true);
        paint();
      }
      break;
    case 'seat':
      me = message.member;
      sessionStorage.setItem(kept, message.word);
      trouble();
      paint();
      $('board').focus();
      break;
    case 'view':
      skew = message.now - Date.now();
      if (view && view.game !== message.view.game) [aim, mine] = [null, null];
      view = message.view;
      paint();
      ring();
      break;
    case 'room':
      links(message);
      listAll();
      break;
    case 'games': list(message.games); break;
    case 'replay':
      if (!message.game) return trouble('There is no such game.');
      replay = { ...message, at: message.steps.length - 1 };
      show('start', false);
      show('room', true);
      paint();
      break;
    case 'no':
      trouble(message.why);
      mine = null;
      paint();
      break;
  }
};

// ---- starting a game ----

let membersAt = '';
const offer = (hello) => {
  ({ membersAt } = hello);
  show('start', true);
  const [members, opponent] = [$('f-members'), $('f-opponent')];
  for (const old of [...members.querySelectorAll('label')]) old.remove();
  for (const old of [...opponent.querySelectorAll('[data-engine]')]) old.remove();
  for (const name of new Set(hello.engines)) {
    const option = element('option', name);
    option.value = `engine:${name}`;
    option.dataset.engine = '1';
    opponent.append(option);
    const label = element('label', `${name} `);
    const count = element('input');
    Object.assign(count, { type: 'number', min: 0, max: 20, value: 0 });
    count.dataset.engine = name;
    label.append(count);
    members.append(label);
  }
  show('f-members', hello.engines.length > 0);
};

$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const members = [...$('f-members').querySelectorAll('input')]
    .flatMap((input) => Array(Number(input.value) || 0).fill(input.dataset.engine));
  send({
    do: 'start', team: $('f-team').value, size: Number($('f-size').value), komi: Number($('f-komi').value),
    black: $('f-black').value === '1', scheme: $('f-scheme').value, seconds: Number($('f-seconds').value),
    playouts: Number($('f-playouts').value), members, opponent: $('f-opponent').value,
  });
});

const links = (room) => {
  for (const who of ['members', 'opponent']) {
    const url = `${location.origin}/#room=${room[who]}`;
    const anchor = $(`l-${who}`);
    anchor.textContent = anchor.href = url;
    anchor.target = '_blank';
  }
  if ($('f-opponent').value === 'controller') {
    // A program asks over the other port, and has no use for a page.
    $('l-opponent').textContent = `tcp:${membersAt}/${room.opponent}`;
    $('l-opponent').removeAttribute('href');
  }
  show('l-other', !$('f-opponent').value.startsWith('engine:'));
  show('links', true);
};

const listAll = () => {
  oldest = null;
  send({ do: 'games' });
};
const list = (games) => {
  if (oldest === null) $('games').replaceChildren();
  for (const game of games) {
    const [black, white] = game.black ? [game.team, game.opponent] : [game.opponent, game.team];
    const day = new Date(game.started).toLocaleString();
    const words = `${game.id}. ${black} – ${white}: ${game.result ?? 'not finished'} (${game.size}×${game.size}, ${game.moves} moves, ${day})`;
    const button = element('button', words);
    button.type = 'button';
    button.addEventListener('click', () => send({ do: 'replay', game: game.id }));
    const item = element('li');
    item.append(button);
    $('games').append(item);
    oldest = game.id;
  }
  show('more', games.length === 50);
};
$('more').addEventListener('click', () => send({ do: 'games', before: oldest }));

// ---- the room ----

// Somebody who pressed twice to propose must not vote by it: choices can be pressed a moment after they appear.
const CALM = 400;
let asked = ['', 0];
const isCalm = () => {
  if (asked[0] !== request()) {
    asked = [request(), performance.now()];
    setTimeout(paint, CALM + 20);
  }
  return performance.now() - asked[1] >= CALM;
};

const request = () => `${view.game}/${view.round}/${view.state}`;
const member = () => view.members.find((one) => one.id === me);
const isMember = () => role === 'member' && me !== null && member()?.here;
const myTurn = () => view && ((isMember() && ['propose', 'vote'].includes(view.state) && !member().answered) ||
  (role === 'opponent' && view.state === 'opponent' && !view.asked));
const team = () => (view.black ? 'Black' : 'White');

const task = () => {
  const waiting = view.members.filter((one) => one.here && !one.away && !one.answered).map((one) => one.name);
  const others = waiting.length ? `Waiting for ${waiting.join(', ')}.` : '';
  switch (view.state) {
    case 'lobby': return view.asked ? 'Waiting for the opponent to begin.' : 'The team gathers. Whoever is there may begin.';
    case 'opponent': return role === 'opponent' ? (view.asked ? 'A program plays here.' : 'Your move.') : `${view.opponent} is to move.`;
    case 'propose': return myTurn() ? `Your proposal, please: ${team()} to move.` : `The team proposes. ${others}`;
    case 'vote': return myTurn() ? 'Your vote, please: one of these.' : `The team votes. ${others}`;
    case 'weigh': return 'The proposals are played out …';
    case 'rest': return 'Nobody answers. It goes on when a member does something.';
    case 'count': return 'Both passed. The score is counted …';
    default: return `The game is over: ${view.result}.`;
  }
};

const paint = () => {
  if (replay) return paintReplay();
  if (!view) return;
  const turn = myTurn();
  if (mine && mine.request !== request()) mine = null;
  const [black, white] = view.black ? [view.team, view.opponent] : [view.opponent, view.team];
  $('versus').textContent = `${black} (Black) – ${white} (White), komi ${view.komi}`;
  $('task').textContent = task();
  document.title = turn ? '● Your turn – Playing together' : 'Playing together';
  $('now').classList.toggle('mine', Boolean(turn));
  $('captives').textContent = `Captured: ${view.captives[0]} black, ${view.captives[1]} white`;
  const places = turn && ['propose', 'opponent'].includes(view.state);
  const calm = isCalm();
  const votes = turn && view.state === 'vote' && calm;
  if (!places) aim = null;
  const choices = view.choices.map((choice) => ({ ...choice, chosen: mine?.what === choice.move }));
  draw($('board'), view.rows, {
    last: view.moves.at(-1), aim, mine: view.state === 'propose' ? mine?.what : null, choices,
  }, places ? take : votes ? (name) => view.choices.some((choice) => choice.move === name) && vote(name) : null);
  show('propose', places);
  $('propose').textContent = view.state === 'opponent' ? 'Play' : 'Propose';
  $('propose').textContent += aim ? ` ${aim}` : '';
  $('propose').disabled = !aim;
  show('pass', places);
  show('resign', places);
  show('begin', view.state === 'lobby' && isMember() && !view.asked);
  show('again', view.state === 'over' && !view.asked && (isMember() || role === 'opponent'));
  show('review', view.moves.length > 0);
  show('join', role === 'member' && !isMember());
  show('leave', isMember());
  show('replay', false);
  $('choices').replaceChildren(...choices.map((choice) => {
    const button = element('button', choice.words, choice.chosen ? 'chosen' : '');
    button.type = 'button';
    button.disabled = !votes;
    button.dataset.vote = choice.move;
    button.addEventListener('click', () => vote(choice.move));
    return button;
  }));
  paintWhy(view.decision);
  $('members').replaceChildren(...view.members.map((one) => {
    const item = element('li');
    item.append(element('span', one.name, one.here ? '' : 'gone'), ' ');
    if (one.id === me) item.append(element('b', '(you) '));
    const asked = ['propose', 'vote'].includes(view.state);
    const state = !one.here ? `gone: ${one.why}` : one.away ? 'away' : asked ? (one.answered ? 'done' : 'thinking …') : '';
    item.append(element('small', `${one.role === 'engine' ? 'engine ' : ''}${state}`));
    return item;
  }));
  paintChat();
  show('say', isMember() || role === 'opponent');
};

const paintWhy = (decision) => {
  show('why', Boolean(decision));
  if (!decision) return;
  $('because').textContent = decision.why;
  $('values').replaceChildren(...decision.choices.map((choice) => element('li', choice.words)));
};

let heard = 0;
const paintChat = () => {
  const box = $('chat');
  const newest = view.chat.at(-1)?.number ?? 0;
  if (newest === heard && box.children.length === view.chat.length) return;
  heard = newest;
  box.replaceChildren(...view.chat.map((said) => {
    const item = element('li');
    item.append(element('b', said.name), said.text);
    return item;
  }));
  box.scrollTop = box.scrollHeight;
};

const take = (name) => {
  if (!myTurn()) return;
  // A second touch on the same point is meant.
  if (aim === name) return propose(name);
  aim = name;
  paint();
};
const propose = (what) => {
  if (!myTurn()) return;
  trouble();
  if (view.state === 'opponent') send({ do: 'play', move: what });
  else {
    mine = { request: request(), what };
    send({ do: 'propose', round: view.round, move: what });
  }
  aim = null;
};
const vote = (what) => {
  if (!myTurn() || view.state !== 'vote') return;
  trouble();
  mine = { request: request(), what };
  send({ do: 'vote', round: view.round, move: what });
};

$('propose').addEventListener('click', () => aim && propose(aim));
$('pass').addEventListener('click', () => propose('pass'));
$('resign').addEventListener('click', () => { if (confirm('Really resign?')) propose('resign'); });
$('begin').addEventListener('click', () => send({ do: 'begin' }));
$('again').addEventListener('click', () => send({ do: 'again' }));
$('leave').addEventListener('click', () => {
  send({ do: 'leave' });
  sessionStorage.removeItem(kept);
  me = null;
  paint();
});
$('join').addEventListener('submit', (event) => {
  event.preventDefault();
  send({ do: 'join', name: $('name').value });
});
$('say').addEventListener('submit', (event) => {
  event.preventDefault();
  if ($('text').value.trim()) send({ do: 'chat', text: $('text').value });
  $('text').value = '';
});

// Arrow keys move over the board, Enter chooses; while there is a vote, the digits do.
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, select, button, a') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (replay) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step) go(step);
    if (event.key === 'Escape') close();
    return;
  }
  if (!view || !myTurn()) return;
  if (view.state === 'vote') {
    const choice = view.choices[Number(event.key) - 1];
    if (choice) vote(choice.move);
    return;
  }
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (step) {
    event.preventDefault();
    const middle = (view.size - 1) >> 1;
    const [x, y] = aim ? place(aim, view.size) : [middle - step[0], middle - step[1]];
    const inside = (line) => Math.max(0, Math.min(view.size - 1, line));
    aim = vertex(inside(x + step[0]), inside(y + step[1]), view.size);
    paint();
  } else if (event.key === 'Enter' && aim) {
    event.preventDefault();
    propose(aim);
  }
});

// ---- time and sound ----

setInterval(() => {
  const open = view && !replay && view.until !== null && ['propose', 'vote'].includes(view.state);
  show('clock', open);
  if (!open) return;
  const left = Math.max(0, Math.min(1, (view.until - Date.now() - skew) / (1000 * view.seconds)));
  $('sand').style.transform = `scaleX(${left})`;
  $('sand').classList.toggle('short', left < 0.25);
}, 250);

let audio;
const ring = () => {
  const turn = myTurn() ? request() : '';
  if (turn === rung) return;
  rung = turn;
  if (!turn || !$('sound').checked) return;
  document.body.dataset.rings = Number(document.body.dataset.rings ?? 0) + 1;
  try {
    audio ??= new AudioContext();
    for (const [pitch, at] of [[660, 0], [880, 0.15]]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.3);
    }
  } catch { /* A browser without sound is none the worse. */ }
};

// ---- replay ----

const go = (by) => {
  replay.at = Math.max(0, Math.min(replay.steps.length - 1, replay.at + by));
  paint();
};
const close = () => {
  replay = null;
  if (role === 'start') {
    show('room', false);
    show('start', true);
    $('versus').textContent = '';
  }
  paint();
};
const paintReplay = () => {
  const { game, steps, at } = replay;
  const step = steps[at];
  const [black, white] = game.black ? [game.team, game.opponent] : [game.opponent, game.team];
  $('versus').textContent = `${black} (Black) – ${white} (White)`;
  draw($('board'), step.rows, { last: step.move }, null);
  $('task').textContent = step.move ? `Move ${at}: ${step.black ? 'Black' : 'White'} ${step.move}` : 'The start';
  $('captives').textContent = game.result ? `Result: ${game.result}` : '';
  $('r-at').textContent = `${at} of ${steps.length - 1}`;
  for (const id of ['propose', 'pass', 'resign', 'begin', 'again', 'review', 'join', 'say', 'clock', 'leave']) show(id, false);
  $('choices').replaceChildren();
  $('now').classList.remove('mine');
  paintWhy(step.decision);
  show('replay', true);
  $('r-said').replaceChildren(...step.said.map((line) => element('li', line)));
  // Whoever looks at an old game sits at no table.
  for (const id of ['team', 'talk', 'habits']) show(id, role !== 'start');
};
$('review').addEventListener('click', () => send({ do: 'replay', game: view.game }));
$('r-first').addEventListener('click', () => go(-Infinity));
$('r-back').addEventListener('click', () => go(-1));
$('r-on').addEventListener('click', () => go(1));
$('r-last').addEventListener('click', () => go(Infinity));
$('r-close').addEventListener('click', close);

addEventListener('hashchange', () => location.reload());
if (secret) connect();
else $('line').textContent = 'This link has no secret: ask for the whole of it.';
