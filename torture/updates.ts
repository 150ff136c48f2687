import { createContacts, type RunningServer, requestData, type Verdict, verify, withTestServer } from './test_server.ts'

interface UpdateParams {
  repetitions: number
  parallel: number
  time_ms_max: number
  log?: (line: string) => void
  running?: RunningServer | undefined
}

const path = '/v1/transaction_bundles'
const lists = ['transactions', 'memberships', 'donations'] as const

/** Promise 5: concurrent updates of one bundle lose nothing. */
export const tortureUpdates = ({ repetitions, parallel, time_ms_max, log, running }: UpdateParams): Promise<Verdict> =>
  withTestServer(
    time_ms_max,
    async site => {
      const [contact_id] = await createContacts(site, 1)
      const broken = {
        'items lost or duplicated': 0,
        'history entries lost or duplicated': 0,
        'wrong totals': 0,
      }
      for (let repetition = 1; repetition <= repetitions; repetition++) {
        const item = (comment: string) => ({ contact_id, amount: 100, comment })
        const { id } = await requestData(site, path, { method: 'POST', data: { transactions: [item('first')] } })
        await Promise.all(
          Array.from({ length: parallel }, (_, index) => {
            const data = { [lists[index % 3] ?? 'donations']: [item(`update ${index}`)] }
            return requestData(site, `${path}/${id}`, { method: 'PATCH', data, key: `${repetition}-${index}` })
          }),
        )
        const [bundle, history] = await Promise.all([
          requestData(site, `${path}/${id}`),
          requestData(site, `${path}/${id}/history`),
        ])
        const comments = lists.flatMap(list => bundle[list].map((item: { comment: string }) => item.comment))
        const wanted = parallel + 1
        if (comments.length !== wanted || new Set(comments).size !== wanted) broken['items lost or duplicated']++
        if (history.length !== wanted) broken['history entries lost or duplicated']++
        if (lists.some(list => bundle.summary[`${list}_count`] !== bundle[list].length)) broken['wrong totals']++
        if (repetition % 10 === 0) log?.(`${repetition} of ${repetitions} repetitions`)
      }
      const verified = await verify(site.dataDir)
      return {
        summary: `${repetitions} times ${parallel} updates at once. ${verified.output}`,
        broken: { ...broken, 'findings of muster verify': Number(verified.findings) },
        notes: [],
      }
    },
    {},
    running,
  )
