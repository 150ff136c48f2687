/** How PostgreSQL may read the contacts. */
export type ScanMode = 'in order' | 'by bitmap' | 'by any index' | 'counting' | 'all'

/** Tells it to PostgreSQL, for the rest of the transaction. */
export function plannerSettings(way: ScanMode) {
  const on = {
    'in order': ['indexscan', 'indexonlyscan'],
    'by bitmap': ['bitmapscan'],
    'by any index': ['bitmapscan', 'indexscan', 'indexonlyscan'],
    counting: ['bitmapscan', 'indexonlyscan'],
    all: everyScan,
  }[way]
  const settings = everyScan.map(scan => `set local enable_${scan} = ${on.includes(scan) ? 'on' : 'off'}`)
  // In order, one is tested after the other until the page is full, and nothing is made ready for all of them.
  const whole = wholeSteps.map(step => `set local enable_${step} = ${way === 'in order' ? 'off' : 'on'}`)
  return [...settings, ...whole].join(';')
}

const everyScan = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']
const wholeSteps = ['sort', 'hashjoin', 'mergejoin']
