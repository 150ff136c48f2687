import type { Verdict } from './test_server.ts'
import { runTests } from './tests.ts'

interface ScreenParams {
  /** Only this part, to continue a run that was interrupted. */
  part: number | undefined
  log: (line: string) => void
}

const parts_per_file = 4
/** Each part starts a server and a browser; one after the other, so that one browser runs at a time. */
const parts = ['e2e/accessible_people.test.ts', 'e2e/accessible_work.test.ts'].flatMap(file =>
  Array.from({ length: parts_per_file }, (_, at) => ({ file, share: `${at + 1}/${parts_per_file}` })),
)
export const screen_parts = parts.length

/** Checks every screen in both languages and colour schemes at three widths, part by part, and logs the faults of each part when it ends. */
export async function tortureScreens({ part, log }: ScreenParams): Promise<Verdict> {
  const notes: string[] = []
  let failed = 0
  let passed = 0
  for (const [at, { file, share }] of parts.entries()) {
    if (part !== undefined && part !== at + 1) continue
    const found = await runTests([file], { SCREENS_PART: share }, 'e2e/install_browser.ts')
    const [count = 0] = Object.values(found.broken)
    failed += count
    if (count === 0) passed++
    notes.push(...found.notes)
    log(`part ${at + 1} of ${parts.length}, ${file} ${share}: ${count === 0 ? 'no faults' : 'faults'}`)
    for (const line of found.notes) log(line)
  }
  return {
    summary: `${passed} of ${part === undefined ? parts.length : 1} parts without faults`,
    broken: { 'failed tests': failed },
    notes,
  }
}
