/** Firmware in a few lines: the light behind the glass is on while key A is down. It sleeps between edges. */

const EDGES_OF_PIN_15 = 0xc0000000;

export const LAMP = `
  cpsid i                 ; a pending interrupt wakes the core; nothing needs to handle it
  ldr r0, =0x4001406c     ; the light's pin, 13
  movs r1, #5             ; in the hands of the program
  str r1, [r0, #0]
  ldr r0, =0x4001407c     ; and key A's, 15
  str r1, [r0, #0]
  ldr r0, =0x4001c040
  movs r1, #0x4a          ; as an input with pull-up
  str r1, [r0, #0]
  ldr r5, =0x400140f4     ; interrupts of pins 8 to 15
  ldr r6, =${EDGES_OF_PIN_15}
  str r6, [r5, #0x10]
  ldr r0, =0xe000e100
  ldr r1, =0x2000
  str r1, [r0, #0]
  ldr r0, =0xd0000000
  ldr r3, =0x8000
  ldr r4, =0x2000
  str r4, [r0, #0x24]
look:
  str r6, [r5, #0]        ; seen
  ldr r2, [r0, #4]
  ands r2, r3
  beq lit
  str r4, [r0, #0x18]
  wfi
  b look
lit:
  str r4, [r0, #0x14]
  wfi
  b look`;
