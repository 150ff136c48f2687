import {
  createContacts,
  type RunningServer,
  request,
  requestUntilAnswered,
  space,
  type Verdict,
  verify,
  withTestServer,
} from './test_server.ts'

interface NumberingParams {
  memberships: number
  /** The percentage of payments that are rolled back after they got a number. */
  rolled_back_percent: number
  time_ms_max: number
  running?: RunningServer | undefined
}

const path = '/v1/transaction_bundles'
/** Memberships of this amount are rolled back. */
const rolled_back_amount = 101

/** Promise 6: membership numbers have no gaps, also when payments with a number are rolled back at commit. */
export const tortureNumbering = ({
  memberships,
  rolled_back_percent,
  time_ms_max,
  running,
}: NumberingParams): Promise<Verdict> =>
  withTestServer(
    time_ms_max,
    async site => {
      const contacts = await createContacts(site, memberships)
      // Fails at commit, after everything was written. To the server it is a serialization failure.
      await site.owner.unsafe(`
      create function roll_back() returns trigger language plpgsql as $$
      begin
        raise exception 'rolled back' using errcode = 'serialization_failure';
      end $$;
      create constraint trigger rolled_back after insert on items deferrable initially deferred
        for each row when (new.kind = 'membership' and new.amount = ${rolled_back_amount}) execute function roll_back();`)
      const isDoomed = (index: number) => index % 100 < rolled_back_percent
      const answers = await Promise.all(
        contacts.map((contact_id, index) => {
          const data = {
            transactions: [{ contact_id, amount: 100 }],
            memberships: [{ contact_id, amount: isDoomed(index) ? rolled_back_amount : 100 }],
          }
          const wish = { method: 'POST', data, key: `membership-${index}` }
          return isDoomed(index) ? request(site, path, wish) : requestUntilAnswered(site, path, wish)
        }),
      )
      const wanted = contacts.filter((_, index) => !isDoomed(index)).length
      const rows = await site.owner<{ membership_number: number }[]>`
      select membership_number from contacts
      where group_id = ${space} and membership_number is not null
      order by membership_number`
      const [serial] = await site.owner<[{ membership_serial: number }]>`
      select membership_serial from transaction_settings where group_id = ${space}`
      await site.owner.unsafe('drop function roll_back cascade')
      const verified = await verify(site.dataDir)
      return {
        summary: `${wanted} memberships written at once, ${contacts.length - wanted} rolled back. ${verified.output}`,
        broken: {
          'gaps or duplicate numbers': rows.filter(({ membership_number }, index) => membership_number !== index + 1)
            .length,
          'memberships without a number, or numbers without one': Math.abs(rows.length - wanted),
          'numbers that the counter is off': Math.abs(serial.membership_serial - wanted),
          'answers that are not what happened': answers.filter(
            ({ status }, index) => (status === 200) === isDoomed(index),
          ).length,
          'findings of muster verify': Number(verified.findings),
        },
        notes: [],
      }
    },
    {},
    running,
  )
