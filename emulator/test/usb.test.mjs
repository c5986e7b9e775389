import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine } from '../src/machine.mjs';
import { UsbHost } from '../src/usb-host.mjs';
import { findSerialPort } from '../src/usb-requests.mjs';
import { UsbDevice } from './support/usb-device.mjs';

/** A device and a computer, and time that passes for both. */
function connect(options) {
  const machine = new Machine();
  const host = new UsbHost(machine);
  const device = new UsbDevice(machine.chip, options);
  const states = [];
  let text = '';
  host.onState = (state) => states.push(state);
  host.onData = (bytes) => (text += Buffer.from(bytes).toString());
  const wait = (ms, polls = true) => {
    for (const end = machine.clock.nanos + ms * 1e6; machine.clock.nanos < end; ) {
      machine.clock.nanos += 20e3;
      machine.clock.ring();
      if (polls) device.poll();
    }
  };
  return { machine, host, device, states, wait, heard: () => text };
}

test('a device is found, set up and opened', () => {
  const { host, device, states, wait } = connect();
  host.attach();
  wait(10);
  assert.deepEqual(states, [], 'nothing there yet');
  device.start();
  wait(200);
  assert.deepEqual(states, ['attached', 'configured']);
  assert.deepEqual(host.identity, { name: 'Lärm' });
  assert.equal(device.dtr, false);
  assert.notEqual(device.address, 0);
  host.open();
  wait(5);
  assert.equal(device.dtr, true);
  host.close();
  wait(5);
  assert.equal(device.dtr, false);
  assert.deepEqual(states, ['attached', 'configured', 'open', 'configured']);
});

test('a port that is opened again before its closing was heard is open', () => {
  const { host, device, states, wait, heard } = connect();
  host.attach();
  host.open();
  device.start();
  wait(200);
  host.close();
  host.open();
  host.write(Buffer.from('again'));
  wait(20);
  assert.equal(device.dtr, true);
  assert.deepEqual(states, ['attached', 'configured', 'open', 'configured', 'open'], 'the device heard of both');
  assert.equal(heard(), 'AGAIN');
  host.open();
  host.close();
  wait(5);
  assert.equal(device.dtr, false, 'and one that is closed at once is closed');
});

test('bytes go both ways, in packets, and none is lost while the device is busy', () => {
  const { host, device, wait, heard } = connect();
  host.attach();
  host.open();
  device.start();
  wait(200);
  const text = 'abcdefghij'.repeat(50);
  host.write(Buffer.from(text));
  wait(20, false);
  assert.equal(heard(), '', 'the device has not looked');
  wait(50);
  assert.equal(heard(), text.toUpperCase());
});

test('a computer and a device that have nothing to say let the machine sleep', () => {
  const { machine, host, device, wait } = connect();
  host.attach();
  host.open();
  device.start();
  wait(200);
  assert.equal(machine.clock.due, Infinity);
});

test('the cable can be pulled at any packet, and put in again', () => {
  const whole = connect();
  whole.host.attach();
  whole.host.open();
  whole.device.start();
  whole.wait(200);
  whole.host.write(Buffer.from('hello'));
  whole.wait(5);
  const { packets } = whole.host;
  assert.ok(packets > 15);

  for (let packet = 1; packet <= packets; packet++) {
    const { host, device, states, wait, heard } = connect();
    host.attach();
    host.open();
    host.detachAt = packet;
    device.start();
    wait(200);
    if (host.plugged) host.write(Buffer.from('hello'));
    wait(20);
    assert.equal(states.at(-1), 'detached', `packet ${packet}`);
    assert.equal(host.packets, packet);
    assert.equal(device.events.at(-1), 'suspend');
    host.attach();
    wait(200);
    assert.equal(states.at(-1), 'open', `packet ${packet}`);
    host.write(Buffer.from('again'));
    wait(20);
    assert.match(heard(), /AGAIN$/);
  }
});

test('a reset chip is gone from the bus until it comes back', () => {
  const { machine, host, device, states, wait } = connect();
  host.attach();
  device.start();
  wait(200);
  machine.insertChip();
  assert.equal(states.at(-1), 'detached');
  const again = new UsbDevice(machine.chip);
  again.start();
  device.poll = () => again.poll();
  wait(200);
  assert.equal(states.at(-1), 'configured');
});

test('what is no serial port is left alone', () => {
  const { machine, host, device, states, wait } = connect({ isSerial: false });
  host.attach();
  device.start();
  wait(200);
  assert.deepEqual(states, ['attached']);
  assert.deepEqual([...machine.warnings.keys()], ['USB: the device is no serial port']);
  assert.equal(findSerialPort(Uint8Array.of(9, 2, 0)), null, 'nor is a cut descriptor');
});
