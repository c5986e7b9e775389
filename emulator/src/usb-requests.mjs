/** What a host says on the control endpoint to a CDC-ACM device, and what it reads out of its answers. */

const DEVICE_TO_HOST = 0x80;
const CLASS_TO_INTERFACE = 0x21;
const [SET_ADDRESS, GET_DESCRIPTOR, SET_CONFIGURATION] = [5, 6, 9];
const [SET_LINE_CODING, SET_CONTROL_LINE_STATE] = [0x20, 0x22];
const [DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT] = [1, 2, 3, 4, 5];
const ENGLISH = 0x0409;
/** Where a device descriptor has the numbers of its texts. */
const TEXTS = { maker: 14, name: 15, number: 16 };
const CDC_CONTROL = 2;
const CDC_DATA = 10;
const BULK = 2;

function request(type, number, value, index, length) {
  const packet = Buffer.alloc(8);
  packet.set([type, number]);
  packet.writeUInt16LE(value, 2);
  packet.writeUInt16LE(index, 4);
  packet.writeUInt16LE(length, 6);
  return packet;
}

export const getDeviceDescriptor = () => request(DEVICE_TO_HOST, GET_DESCRIPTOR, DEVICE << 8, 0, 18);
export const getConfiguration = (length) => request(DEVICE_TO_HOST, GET_DESCRIPTOR, CONFIGURATION << 8, 0, length);
export const getText = (number) => request(DEVICE_TO_HOST, GET_DESCRIPTOR, (STRING << 8) | number, ENGLISH, 255);
export const setAddress = (address) => request(0, SET_ADDRESS, address, 0, 0);
export const setConfiguration = (number) => request(0, SET_CONFIGURATION, number, 0, 0);

/** 115200 baud, eight bits, no parity, one stop bit: nothing looks at it, but every host sends it. */
export const LINE_CODING = Buffer.from([0x00, 0xc2, 0x01, 0x00, 0, 0, 8]);
export const setLineCoding = (port) => request(CLASS_TO_INTERFACE, SET_LINE_CODING, 0, port, LINE_CODING.length);
/** Whether a program has the port open: the lines DTR and RTS. */
export const setOpen = (port, isOpen) => request(CLASS_TO_INTERFACE, SET_CONTROL_LINE_STATE, isOpen ? 3 : 0, port, 0);

export const isIn = (setup) => (setup[0] & DEVICE_TO_HOST) !== 0;
export const lengthOf = (setup) => setup[6] | (setup[7] << 8);

/** The texts a device has about itself, by number; without those that it does not have. */
export const textsOf = (device) => Object.entries(TEXTS).flatMap(([what, at]) => (device[at] ? [[what, device[at]]] : []));
export const readText = (descriptor) => descriptor.toString('utf16le', 2, descriptor[0]);

/**
 * Finds the serial port among the interfaces of a configuration.
 * @returns {{ configuration: number, control: number, in: number, out: number, packetBytes: number } | null}
 */
export function findSerialPort(descriptor) {
  const found = { configuration: descriptor[5] };
  let isData = false;
  for (let at = 0; at + 1 < descriptor.length && descriptor[at] > 0; at += descriptor[at]) {
    const byte = (index) => descriptor[at + index];
    if (byte(1) === INTERFACE) {
      isData = byte(5) === CDC_DATA;
      if (byte(5) === CDC_CONTROL) found.control = byte(2);
    } else if (byte(1) === ENDPOINT && isData && (byte(3) & 3) === BULK) {
      found[byte(2) & DEVICE_TO_HOST ? 'in' : 'out'] = byte(2) & 15;
      found.packetBytes = byte(4) | (byte(5) << 8);
    }
  }
  return found.in && found.out && found.control !== undefined ? found : null;
}
