import { machine, median } from './machine.ts'
import type { SpanResult } from './statistics.ts'

interface Facts {
  asked: SpanResult[]
  at_once_ms: number
  postgres: string
  bundles: number
  rounds: number
}

/** The report on the cost of statistics. */
export const statisticsReport = ({ asked, at_once_ms, postgres, bundles, rounds }: Facts) => `# Cost of statistics

Written by \`npm run bench -- statistics\`. Compare the ratios; the absolute values depend on the machine and its load.

${machine(postgres)}
- a space with ${bundles} bundles of three items each; medians of ${rounds} rounds, interleaved

"From the payments" adds up the payments themselves in SQL, for one of the four lists that the server answers with.

| about | payments | Muster, ms | PostgreSQL's processor time, ms | from the payments, ms | processor time, ms | ratio of processor time |
|---|---|---|---|---|---|---|
${asked.map(row).join('\n')}

Six concurrent requests for everything take ${at_once_ms.toFixed(0)} ms.
`

function row({ span, transactions, server, payments }: SpanResult) {
  const [ours, theirs] = [server, payments].map(list => ({
    took: median(list.map(({ took_ms }) => took_ms)),
    cpu: median(list.map(({ database_ms }) => database_ms)),
  })) as [{ took: number; cpu: number }, { took: number; cpu: number }]
  const cells = [ours.took, ours.cpu, theirs.took, theirs.cpu].map(ms => ms.toFixed(0))
  return `| ${[span, transactions, ...cells, (ours.cpu / theirs.cpu).toFixed(3)].join(' | ')} |`
}
