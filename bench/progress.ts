/** Shows progress: a bar on a terminal, lines elsewhere. */
export function progress(steps: number) {
  const { stderr } = process
  let done = 0
  const width = 30
  return {
    /** Shows a line. With a `count` of 0 it is not a step. */
    step: (line: string, count = 1) => {
      done += count
      if (!stderr.isTTY) return void stderr.write(`[${done}/${steps}] ${line}\n`)
      const full = Math.round((Math.min(done, steps) / steps) * width)
      const text = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${done}/${steps} ${line}`
      stderr.write(`\r\x1b[2K${text.slice(0, (stderr.columns ?? 100) - 1)}`)
    },
    end: () => void (stderr.isTTY && stderr.write('\n')),
  }
}

export type Progress = ReturnType<typeof progress>
