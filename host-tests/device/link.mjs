/**
 * The link, spoken by a program that shares no code with the firmware: frames, the few messages that tests need, and a
 * client that lets device time pass while it waits. `docs/link.md` is what it follows.
 */

/** @returns the CRC-32 of zip and PNG */
export function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A number as postcard writes it: seven bits a byte, the lowest first. */
export function varint(number) {
  const bytes = [];
  for (; number > 0x7f; number = Math.floor(number / 128)) bytes.push((number % 128) | 0x80);
  return [...bytes, number];
}

const blob = (bytes) => [...varint(bytes.length), ...bytes];

export const requests = {
  hello: () => [0],
  pack: (place) => [1, ...varint(place)],
  remove: (id) => [2, ...varint(id)],
  begin: (pack) => [3, ...varint(pack.length), ...varint(crc32(pack)), ...blob(pack.subarray(0, 256))],
  data: (offset, bytes) => [4, ...varint(offset), ...blob(bytes)],
  finish: () => [5],
  backup: (page) => [7, ...varint(page)],
  beginRestore: () => [8],
  restore: (page, bytes) => [9, ...varint(page), ...blob(bytes)],
  finishRestore: () => [10],
  log: () => [11, 0],
};

const REPLIES = ['hello', 'pack', 'noMore', 'next', 'done', 'bytes', 'no'];

/** Takes values out of a message, one after the other. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  blob() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return Buffer.from(this.blob()).toString();
  }
}

function readReply(bytes) {
  const reader = new Reader(bytes);
  const tag = reader.byte();
  const kind = REPLIES[reader.number()];
  switch (kind) {
    case 'hello':
      return {
        ...{ tag, kind, protocol: reader.byte(), firmware: reader.text(), board: reader.text(), packs: reader.number() },
        ...{ room: [reader.number(), reader.number()], records: reader.number(), isLoading: reader.byte() === 1 },
        ...{ pages: reader.byte(), isNewer: reader.byte() === 1, isClosed: reader.byte() === 1 },
      };
    case 'pack':
      return { tag, kind, id: reader.number(), revision: reader.number(), length: reader.number(), problems: reader.number(), name: reader.text() };
    case 'next':
      return { tag, kind, offset: reader.number() };
    case 'bytes':
      return { tag, kind, of: reader.number(), bytes: reader.blob() };
    case 'no':
      return { tag, kind, reason: reader.number() };
    default:
      return { tag, kind };
  }
}

/** Puts bytes into a frame: no zero inside, one at each end. */
export function encode(bytes) {
  const out = [0];
  let run = [];
  const flush = () => {
    out.push(run.length + 1, ...run);
    run = [];
  };
  for (const byte of bytes) {
    if (byte) run.push(byte);
    if (!byte || run.length === 254) flush();
  }
  flush();
  return Buffer.from([...out, 0]);
}

function decode(frame) {
  const out = [];
  for (let at = 0; at < frame.length; ) {
    const code = frame[at];
    out.push(...frame.subarray(at + 1, at + code));
    at += code;
    if (code < 255 && at < frame.length) out.push(0);
  }
  return Buffer.from(out);
}

/** Raised when no answer comes: the cable was pulled, or the power failed. */
export class Silence extends Error {}

/** Asks the device, and lets its time pass until it answers. */
export class Client {
  /**
   * @param {import('../../emulator/src/session.mjs').Session} session
   * @param {import('../../emulator/src/usb-host.mjs').UsbHost} host
   */
  constructor(session, host) {
    this.session = session;
    this.host = host;
    this.tag = 0;
    host.onData = (bytes) => (this.came = Buffer.concat([this.came, bytes]));
    this.connect();
  }

  /** Puts the cable in, and opens the port. What was under way is forgotten. */
  connect() {
    this.came = Buffer.alloc(0);
    this.host.attach();
    this.host.open();
    this.wait(() => this.host.state === 'open', 3000);
  }

  wait(isOver, milliseconds) {
    for (let passed = 0; passed < milliseconds; passed++) {
      if (isOver()) return;
      if (!this.session.machine.powered || this.session.machine.halted || !this.host.plugged) break;
      this.session.run(1);
    }
    if (!isOver()) throw new Silence();
  }

  send(message) {
    this.tag = (this.tag + 1) & 0xff;
    const plain = [this.tag, ...message];
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(plain));
    this.host.write(encode([...plain, ...sum]));
    return this.tag;
  }

  /** The next whole frame that came, if there is one. */
  take() {
    for (;;) {
      const end = this.came.indexOf(0);
      if (end < 0) return undefined;
      const frame = this.came.subarray(0, end);
      this.came = this.came.subarray(end + 1);
      if (frame.length) return readReply(decode(frame));
    }
  }

  receive(tag) {
    let reply;
    this.wait(() => {
      reply = reply?.tag === tag ? reply : this.take();
      return reply?.tag === tag;
    }, 3000);
    return reply;
  }

  ask(message) {
    return this.receive(this.send(message));
  }

  packs() {
    const packs = [];
    for (;;) {
      const reply = this.ask(requests.pack(packs.length));
      if (reply.kind !== 'pack') return packs;
      packs.push(reply);
    }
  }

  /**
   * Loads a pack, four messages under way at a time. @returns where it went on
   * @param {() => void} [beforeTheEnd] called when all bytes are there and have only to be checked
   */
  load(pack, beforeTheEnd = () => {}) {
    const begun = this.ask(requests.begin(pack));
    if (begun.kind !== 'next') return begun;
    let there = begun.offset;
    while (there < pack.length) {
      const tags = [];
      for (let at = there; at < pack.length && tags.length < 4; at += 1024) {
        tags.push(this.send(requests.data(at, pack.subarray(at, at + 1024))));
      }
      for (const tag of tags) there = this.receive(tag).offset;
    }
    beforeTheEnd();
    return { ...this.ask(requests.finish()), from: begun.offset };
  }
}
