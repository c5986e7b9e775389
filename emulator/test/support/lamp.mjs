/** Firmware in a dozen lines: the light behind the glass is on while key A is down. */

export const LAMP = `
  ldr r0, =0x4001406c     ; the light's pin, 13
  movs r1, #5             ; in the hands of the program
  str r1, [r0, #0]
  ldr r0, =0x4001407c     ; and key A's, 15
  str r1, [r0, #0]
  ldr r0, =0x4001c040
  movs r1, #0x4a          ; as an input with pull-up
  str r1, [r0, #0]
  ldr r0, =0xd0000000
  ldr r3, =0x8000
  ldr r4, =0x2000
  str r4, [r0, #0x24]
look:
  ldr r2, [r0, #4]
  ands r2, r3
  beq lit
  str r4, [r0, #0x18]
  b look
lit:
  str r4, [r0, #0x14]
  b look`;
