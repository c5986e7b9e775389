/**
 * A computer at the other end of the USB cable. It enumerates the device, sets it up as a serial
 * port, and carries bytes both ways, a packet at a time; between any two packets the cable can be
 * pulled. While the device has nothing to say and no room, nothing happens until it has: a sleeping
 * machine must stay asleep.
 */

import { NAK, STALLED, UsbPort } from './usb-port.mjs';
import * as requests from './usb-requests.mjs';

const NANOS_PER_MS = 1e6;
/** A packet of 64 bytes at 12 Mbit/s, with what surrounds it. */
const PACKET_NANOS = 60e3;
/** How long hosts let a fresh device settle, hold it in reset, and let it recover. */
const SETTLE_MS = 100;
const RESET_MS = 10;
/** A bus that is silent for this long tells the device to sleep. */
const SILENCE_MS = 3;
/** A device that says nothing for so long is reset, and asked again; not for ever. */
const PATIENCE_MS = 5000;
const TRIES = 3;
const ADDRESS = 5;
const CONTROL_BYTES = 64;

export class UsbHost {
  /** @param {import('./machine.mjs').Machine} machine */
  constructor(machine) {
    this.machine = machine;
    this.port = new UsbPort(machine);
    this.port.onPullUp = (isUp) => (isUp ? this.deviceAppeared() : this.deviceVanished());
    this.port.onReady = () => this.kick();
    this.tick = machine.clock.createAlarm(() => this.work());
    this.patience = machine.clock.createAlarm(() => this.tryAgain());
    this.silence = machine.clock.createAlarm(() => this.port.suspend());
    this.plugged = false;
    this.wantsOpen = false;
    /** Packets that went through since the machine was made; and at which of them the cable is pulled. */
    this.packets = 0;
    this.detachAt = Infinity;
    /** Bytes the device sent; and that it took some of ours. */
    this.onData = () => {};
    this.onSent = () => {};
    /** 'detached', 'attached', 'configured' or 'open'; told about every change. */
    this.state = 'detached';
    this.onState = () => {};
    this.forget();
  }

  forget() {
    /** Control transfers to be done, the first of them under way. */
    this.transfers = [];
    this.step = undefined;
    this.serial = null;
    /** What the device says about itself: its maker, its name, its number. */
    this.identity = {};
    this.outgoing = Buffer.alloc(0);
    this.tick.cancel();
    this.patience.cancel();
  }

  /** Puts the cable in. */
  attach() {
    if (this.plugged) return;
    this.plugged = true;
    this.silence.cancel();
    if (this.port.pulledUp) this.deviceAppeared();
  }

  /** Pulls it out. Whatever was under way is lost. */
  detach() {
    if (!this.plugged) return;
    this.plugged = false;
    this.deviceVanished();
    this.silence.schedule(SILENCE_MS * NANOS_PER_MS);
  }

  deviceAppeared() {
    if (!this.plugged) return;
    this.enter('attached');
    this.tries = 1;
    this.begin(this.enumerate());
  }

  /** The device did not answer while it was being set up. */
  tryAgain() {
    if (this.state !== 'attached' || this.tries === TRIES) return;
    this.tries++;
    this.transfers = [];
    this.begin(this.enumerate());
  }

  deviceVanished() {
    this.forget();
    this.enter('detached');
  }

  enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  /** A program opens the serial port; it stays open for a device that comes later. */
  open() {
    this.wantsOpen = true;
    this.askToSet();
  }

  close() {
    this.wantsOpen = false;
    this.outgoing = Buffer.alloc(0);
    this.askToSet();
  }

  /**
   * Has the port opened or closed, once all is done that was asked before: the next program may open it while the device
   * has not yet heard that the last one closed it.
   */
  askToSet() {
    if (this.state === 'configured' || this.state === 'open') this.begin(this.setOpen(this.wantsOpen));
  }

  /** Sends bytes, as soon as the port is open and the device takes them. */
  write(bytes) {
    this.outgoing = Buffer.concat([this.outgoing, bytes]);
    this.kick();
  }

  begin(transfer) {
    this.transfers.push(transfer);
    if (this.transfers.length === 1) this.proceed(undefined);
    this.kick();
  }

  /** Something may be possible now that was not before. */
  kick() {
    if (this.plugged && !this.tick.scheduled) this.tick.schedule(PACKET_NANOS);
  }

  /** Does one transaction, and comes back if it got anywhere. */
  work() {
    const progress = this.transfers.length ? this.continueTransfer() : this.exchange();
    if (!progress || !this.plugged) return;
    if (this.packets >= this.detachAt) {
      this.detachAt = Infinity;
      this.detach();
    } else this.kick();
  }

  continueTransfer() {
    const { port } = this;
    const { until, setup, out } = this.step;
    if (until !== undefined) {
      if (this.machine.clock.nanos < until) {
        this.tick.schedule(until - this.machine.clock.nanos);
        return false;
      }
      this.proceed(undefined);
      return true;
    }
    const answer = setup ? port.setup(setup) : out ? port.out(0, out) : port.in(0);
    if (answer === NAK) return false;
    this.packets++;
    this.proceed(answer);
    return true;
  }

  /** A step that lets time pass. */
  wait(ms) {
    return { until: this.machine.clock.nanos + ms * NANOS_PER_MS };
  }

  /** Gives a transfer its answer and takes its next step; the next transfer begins when it is over. */
  proceed(answer) {
    const { value, done } = this.transfers[0].next(answer);
    this.step = value;
    this.patience.cancel();
    if (!done) {
      if (this.state === 'attached') this.patience.schedule(PATIENCE_MS * NANOS_PER_MS);
      return;
    }
    this.transfers.shift();
    if (this.transfers.length) this.proceed(undefined);
  }

  /** The serial port's own packets: one in, or else one out. */
  exchange() {
    if (!this.serial) return false;
    const received = this.port.in(this.serial.in);
    if (received instanceof Uint8Array) {
      this.packets++;
      if (received.length) this.onData(received);
      return true;
    }
    if (this.state !== 'open' || !this.outgoing.length) return false;
    const packet = this.outgoing.subarray(0, this.serial.packetBytes);
    if (this.port.out(this.serial.out, packet) !== undefined) return false;
    this.outgoing = this.outgoing.subarray(packet.length);
    this.packets++;
    this.onSent();
    return true;
  }

  *enumerate() {
    yield this.wait(SETTLE_MS);
    this.port.reset();
    yield this.wait(RESET_MS);
    const device = yield* control(requests.getDeviceDescriptor());
    yield* control(requests.setAddress(ADDRESS));
    yield this.wait(RESET_MS);
    const head = yield* control(requests.getConfiguration(9));
    const whole = head && (yield* control(requests.getConfiguration(head.readUInt16LE(2))));
    const serial = whole && requests.findSerialPort(whole);
    if (!device || !serial) {
      this.machine.warn('USB: the device is no serial port');
      return;
    }
    for (const [what, number] of requests.textsOf(device)) {
      const text = yield* control(requests.getText(number));
      if (text) this.identity[what] = requests.readText(text);
    }
    yield* control(requests.setConfiguration(serial.configuration));
    yield* control(requests.setLineCoding(serial.control), requests.LINE_CODING);
    this.serial = serial;
    this.enter('configured');
    if (this.wantsOpen) yield* this.setOpen(true);
  }

  *setOpen(isOpen) {
    yield* control(requests.setOpen(this.serial.control, isOpen));
    this.enter(isOpen ? 'open' : 'configured');
  }
}

/**
 * One control transfer, as steps: the setup packet, the data, and an empty packet the other way.
 * @returns {Generator<object, Buffer | null>} what the device sent; `null` if it refused
 */
function* control(setup, data = Buffer.alloc(0)) {
  yield { setup };
  const received = [];
  if (requests.isIn(setup)) {
    for (let packet; ; ) {
      packet = yield { in: true };
      if (packet === STALLED) return null;
      received.push(...packet);
      if (packet.length < CONTROL_BYTES || received.length >= requests.lengthOf(setup)) break;
    }
    yield { out: Buffer.alloc(0) };
  } else {
    for (let at = 0; at < data.length; at += CONTROL_BYTES) {
      if ((yield { out: data.subarray(at, at + CONTROL_BYTES) }) === STALLED) return null;
    }
    if ((yield { in: true }) === STALLED) return null;
  }
  return Buffer.from(received);
}
