import { ApiError } from '../../errors.ts'
import { entering, type Standpoint } from '../rls_context.ts'
import type { Sql } from '../sql.ts'

type Work<T> = (sql: Sql) => Promise<T>
type Transact = <T>(work: Work<T>) => Promise<T>

/** What transactions may be shared: those after which nothing but a note that somebody read is left behind. */
export type SharedKind = 'read' | 'witness'

interface Member {
  work: Work<unknown>
  give: (value: any) => void
  refuse: (error: unknown) => void
}

const members_max = 32

/** Brings together those who read from one standpoint, and nobody else: what a transaction may see is the same for all within it. */
export class Companies {
  readonly #transact: <T>(kind: SharedKind, standpoint: Standpoint, work: Work<T>) => Promise<T>
  readonly #gathered = new Map<string, Company>()

  constructor(transact: <T>(kind: SharedKind, standpoint: Standpoint, work: Work<T>) => Promise<T>) {
    this.#transact = transact
  }

  join<T>(kind: SharedKind, standpoint: Standpoint, work: Work<T>): Promise<T> {
    const key = `${kind};${entering(standpoint)}`
    const there = this.#gathered.get(key)
    if (there) return there.join(work)
    const company = new Company(
      work => this.#transact(kind, standpoint, work),
      () => this.#gathered.delete(key),
    )
    this.#gathered.set(key, company)
    return company.join(work)
  }
}

/**
 * Short reads of one standpoint that are asked at the same time, in one transaction: it begins once for all of them, and their statements
 * travel in one packet. Whoever comes while a company is on its way waits until it is back. So a lone read waits for nobody, and the more
 * there are, the less each costs.
 */
class Company {
  readonly #transact: Transact
  readonly #disband: () => void
  #waiting: Member[] = []
  #travelling = 0

  /** `disband` is called when nobody is left: then it may be forgotten. */
  constructor(transact: Transact, disband: () => void) {
    this.#transact = transact
    this.#disband = disband
  }

  join<T>(work: Work<T>): Promise<T> {
    return new Promise((give, refuse) => {
      this.#waiting.push({ work, give, refuse })
      if (this.#travelling > 0 && this.#waiting.length < members_max) return
      this.#travelling++
      // Whoever asks in this very moment comes along.
      setImmediate(() => this.#travel())
    })
  }

  async #travel() {
    while (this.#waiting.length > 0) await this.#together(this.#waiting.splice(0, members_max))
    if (--this.#travelling === 0) this.#disband()
  }

  async #together(members: Member[]) {
    try {
      const deliveries = await this.#transact(async sql => {
        // All of them are waited for, also where one fails: a statement that came later would be refused, as the transaction would be over.
        const outcomes = await Promise.allSettled(members.map(async ({ work }) => work(sql)))
        return outcomes.map((outcome, turn) => deliveryOf(outcome, members[turn]!))
      })
      for (const deliver of deliveries) deliver()
    } catch (error) {
      // Trouble of the database comes as a refusal of ours, and concerns everybody. Anything else is one member's, and nothing has been committed.
      const everybodys = error instanceof ApiError || members.length === 1
      for (const member of members) {
        if (everybodys) member.refuse(error)
        else this.#alone(member)
      }
    }
  }

  #alone({ work, give, refuse }: Member) {
    this.#transact(work).then(give, refuse)
  }
}

/** What we refuse ourselves concerns one member; what the database refuses ends the transaction for all. */
function deliveryOf(outcome: PromiseSettledResult<unknown>, { give, refuse }: Member) {
  if (outcome.status === 'fulfilled') return () => give(outcome.value)
  if (outcome.reason instanceof ApiError) return () => refuse(outcome.reason)
  throw outcome.reason
}
