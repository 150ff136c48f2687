import type { ReactNode } from 'react'
import './record_facts.css'

/** What is known of a record, as text: a name and a value on each line. */
export const RecordFacts = ({ children }: { children: ReactNode }) => <dl className="record-facts">{children}</dl>

export const RecordFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
