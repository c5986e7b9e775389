/**
 * The USB plug: single transactions between a host and the chip's controller in device mode.
 *
 * rp2040js takes a buffer away as soon as the firmware hands it over. The real controller leaves it
 * there, marked available, until the host's packet has come or the packet has gone, and firmware
 * watches for that; a host that is slow or gone would otherwise never be noticed. So the buffers
 * are ours: this class moves bytes when the host asks for them, and not before.
 *
 * Double buffering and isochronous transfers are not modelled.
 */

const SIE_CTRL = 0x4c;
const SIE_STATUS = 0x50;
const PULL_UP = 1 << 16;
const BUS_RESET = 1 << 19;
const RESUME = 1 << 11;
const SUSPENDED = 1 << 4;

const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const FULL = 1 << 15;
const LENGTH = 0x3ff;

const FIRST_BUFFER_CONTROL = 0x80;
const LAST_BUFFER_CONTROL = 0xfc;
const EP0_BUFFER = 0x100;

/** The device has nothing to say or no room: ask again later. */
export const NAK = Symbol('nak');
/** The device refuses. */
export const STALLED = Symbol('stalled');

export class UsbPort {
  /** @param {import('./machine.mjs').Machine} machine */
  constructor(machine) {
    /** Called when the device pulled its line up, or no longer does. */
    this.onPullUp = () => {};
    /** Called when the device made a buffer available: it is worth asking again. */
    this.onReady = () => {};
    this.pulledUp = false;
    machine.attach((chip) => this.connect(chip));
  }

  connect(chip) {
    this.memory = chip.usbDPRAM;
    this.view = chip.usbDPRAMView;
    this.controller = chip.usbCtrl;
    this.controller.DPRAMUpdated = (offset, value) => {
      const isControl = offset >= FIRST_BUFFER_CONTROL && offset <= LAST_BUFFER_CONTROL;
      if (isControl && value & (AVAILABLE | STALL)) this.onReady();
    };
    const write = this.controller.writeUint32.bind(this.controller);
    this.controller.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === SIE_CTRL) this.setPullUp((value & PULL_UP) !== 0);
      // rp2040js takes the bus's sleep for a state; firmware clears it as an event.
      if (offset === SIE_STATUS) this.changeStatus(0, this.controller.rawWriteValue & SUSPENDED);
    };
    this.setPullUp(false);
  }

  setPullUp(isUp) {
    if (isUp === this.pulledUp) return;
    this.pulledUp = isUp;
    this.onPullUp(isUp);
  }

  changeStatus(set, clear) {
    this.controller.sieStatus = (this.controller.sieStatus & ~clear) | set;
    this.controller.sieStatusUpdated();
  }

  reset() {
    this.changeStatus(BUS_RESET, SUSPENDED);
  }

  /** The bus is silent: the host sleeps, or the cable was pulled. */
  suspend() {
    this.changeStatus(SUSPENDED, 0);
  }

  resume() {
    this.changeStatus(RESUME, SUSPENDED);
  }

  /** Starts a control transfer. A device must always take it. */
  setup(packet) {
    this.controller.epStallArm = 0;
    this.controller.sendSetupPacket(packet);
  }

  /** Asks the device for a packet. @returns {Uint8Array | typeof NAK | typeof STALLED} */
  in(endpoint) {
    const { at, control, refused } = this.bufferControl(endpoint, false);
    if (refused) return STALLED;
    if (!(control & AVAILABLE) || !(control & FULL)) return NAK;
    const start = this.bufferOf(endpoint, false);
    const packet = this.memory.slice(start, start + (control & LENGTH));
    this.view.setUint32(at, control & ~(AVAILABLE | FULL), true);
    this.controller.indicateBufferReady(endpoint, false);
    return packet;
  }

  /** Sends the device a packet. @returns {undefined | typeof NAK | typeof STALLED} */
  out(endpoint, packet) {
    const { at, control, refused } = this.bufferControl(endpoint, true);
    if (refused) return STALLED;
    if (!(control & AVAILABLE)) return NAK;
    this.memory.set(packet, this.bufferOf(endpoint, true));
    this.view.setUint32(at, (control & ~(AVAILABLE | LENGTH)) | FULL | packet.length, true);
    this.controller.indicateBufferReady(endpoint, true);
    return undefined;
  }

  bufferControl(endpoint, isOut) {
    const at = FIRST_BUFFER_CONTROL + 8 * endpoint + (isOut ? 4 : 0);
    const control = this.view.getUint32(at, true);
    const armed = endpoint !== 0 || this.controller.epStallArm & (isOut ? 2 : 1);
    return { at, control, refused: (control & STALL) !== 0 && armed };
  }

  bufferOf(endpoint, isOut) {
    if (endpoint === 0) return EP0_BUFFER;
    const ADDRESS = 0xffc0;
    return this.view.getUint32(8 * endpoint + (isOut ? 4 : 0), true) & ADDRESS;
  }
}
