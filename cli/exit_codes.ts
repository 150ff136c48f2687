/** The exit codes of every command. */
export const exit_codes = {
  success: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  interrupted: 130,
  terminated: 143,
} as const

export const exitCodeTexts: [code: number, meaning: string][] = [
  [exit_codes.success, 'The command did what was asked.'],
  [exit_codes.failed, 'It was refused or failed, or a check found a problem.'],
  [exit_codes.usage, 'The command, an option or a value is not valid. Nothing was attempted.'],
  [exit_codes.unreachable, 'The server or the database cannot be reached.'],
  [exit_codes.interrupted, 'Interrupted with Ctrl-C. The message says what was kept.'],
  [exit_codes.terminated, 'Ended by SIGTERM. The message says what was kept.'],
]
