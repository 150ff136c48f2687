/** Which scans PostgreSQL may use to read contacts. */
export type ScanMode = 'in order' | 'by bitmap' | 'by any index' | 'counting' | 'all'

/** The settings that restrict the planner to these scans, for the rest of the transaction. */
export function plannerSettings(mode: ScanMode) {
  const on = {
    'in order': ['indexscan', 'indexonlyscan'],
    'by bitmap': ['bitmapscan'],
    'by any index': ['bitmapscan', 'indexscan', 'indexonlyscan'],
    counting: ['bitmapscan', 'indexonlyscan'],
    all: everyScan,
  }[mode]
  const settings = everyScan.map(scan => `set local enable_${scan} = ${on.includes(scan) ? 'on' : 'off'}`)
  // A scan in order stops when the page is full, so steps that first read all rows are off.
  const whole = wholeSteps.map(step => `set local enable_${step} = ${mode === 'in order' ? 'off' : 'on'}`)
  return [...settings, ...whole].join(';')
}

const everyScan = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']
const wholeSteps = ['sort', 'hashjoin', 'mergejoin']
