/**
 * ARM semihosting: `BKPT 0xAB` asks the debugger, which is us, for a service. r0 holds the number of
 * the operation, r1 its argument or the address of its arguments; the answer goes to r0.
 *
 * `SYS_ELAPSED` answers with the number of instructions executed so far. That is what benchmarks on
 * the device count: it is exact, and the same on every machine.
 */

const SYS_OPEN = 0x01;
const SYS_WRITEC = 0x03;
const SYS_WRITE0 = 0x04;
const SYS_WRITE = 0x05;
const SYS_CLOCK = 0x10;
const SYS_GET_CMDLINE = 0x15;
const SYS_EXIT = 0x18;
const SYS_EXIT_EXTENDED = 0x20;
const SYS_ELAPSED = 0x30;
const SYS_TICKFREQ = 0x31;

const APPLICATION_EXIT = 0x20026;
const FAILED = 0xffffffff;
const NANOS_PER_CENTISECOND = 1e7;
/** Handles of the console, the only file there is. */
const STDOUT = 1;
const STDERR = 2;
/** A string that never ends must not hang the harness. */
const LONGEST_TEXT = 1 << 16;

export class Semihosting {
  /**
   * @param {(bytes: Uint8Array) => void} write where the firmware's console output goes
   * @param {string} commandLine what the firmware is told when it asks what it was started with
   */
  constructor(write, commandLine = '') {
    this.write = write;
    this.commandLine = commandLine;
  }

  /** @param {import('./machine.mjs').Machine} machine stopped at a semihosting breakpoint */
  call(machine) {
    const { registers } = machine.core;
    registers[0] = this.serve(machine, registers[0], registers[1]);
  }

  serve(machine, operation, argument) {
    const { chip } = machine;
    switch (operation) {
      case SYS_WRITEC:
        this.write(Uint8Array.of(chip.readUint8(argument)));
        return operation; // "corrupted" by the standard; unchanged is the kindest
      case SYS_WRITE0:
        this.write(readText(chip, argument));
        return operation;
      case SYS_OPEN:
        return this.openConsole(chip, argument);
      case SYS_WRITE: {
        const [handle, address, length] = [0, 4, 8].map((offset) => chip.readUint32(argument + offset));
        if (handle !== STDOUT && handle !== STDERR) return length; // nothing was written
        this.write(Uint8Array.from({ length }, (_, i) => chip.readUint8(address + i)));
        return 0;
      }
      case SYS_CLOCK:
        return machine.clock.nanos / NANOS_PER_CENTISECOND;
      case SYS_GET_CMDLINE:
        return this.tellCommandLine(chip, argument);
      case SYS_ELAPSED:
        chip.writeUint32(argument, machine.instructions % 2 ** 32);
        chip.writeUint32(argument + 4, Math.floor(machine.instructions / 2 ** 32));
        return 0;
      case SYS_TICKFREQ:
        return FAILED; // "unknown": the ticks are instructions, which come at no fixed rate
      case SYS_EXIT:
        return this.exit(machine, argument, argument === APPLICATION_EXIT ? 0 : 1);
      case SYS_EXIT_EXTENDED: {
        const reason = chip.readUint32(argument);
        return this.exit(machine, reason, reason === APPLICATION_EXIT ? chip.readUint32(argument + 4) : 1);
      }
      default:
        machine.warn(`semihosting: operation 0x${operation.toString(16)} is not served`);
        return FAILED;
    }
  }

  exit(machine, reason, code) {
    machine.exitCode = code & 0xff;
    machine.stop();
    return reason;
  }

  /** Into the buffer whose address and size are given, ended by a zero; then the size is what was written. */
  tellCommandLine(chip, argument) {
    const bytes = Buffer.from(this.commandLine);
    const [buffer, size] = [0, 4].map((offset) => chip.readUint32(argument + offset));
    if (bytes.length >= size) return FAILED;
    [...bytes, 0].forEach((byte, i) => chip.writeUint8(buffer + i, byte));
    chip.writeUint32(argument + 4, bytes.length);
    return 0;
  }

  /** Files are refused; `:tt` is the console, for reading, writing or (append modes) errors. */
  openConsole(chip, argument) {
    const name = Buffer.from(readText(chip, chip.readUint32(argument))).toString();
    const mode = chip.readUint32(argument + 4);
    if (name !== ':tt' || mode < 4) return FAILED;
    return mode < 8 ? STDOUT : STDERR;
  }
}

function readText(chip, address) {
  const bytes = [];
  for (let byte = chip.readUint8(address); byte !== 0 && bytes.length < LONGEST_TEXT; byte = chip.readUint8(address + bytes.length)) {
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
