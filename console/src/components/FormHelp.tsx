interface Props {
  /** A copy of a form that is stored on a phone may be older than these fields. */
  form: { kind: string; help?: string; text?: string }
}

/** The explanation of a question, and what people agree to. */
export function FormHelp({ form: { kind, help, text } }: Props) {
  return (
    <>
      {help}
      {help && text && <br />}
      {kind === 'consent' && text && <q className="consent-text">{text}</q>}
    </>
  )
}

/** Whether there is anything to explain. */
export const hasHelp = ({ help, text }: Props['form']) => Boolean(help || text)
