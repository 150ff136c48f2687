import { useTranslation } from 'react-i18next'
import type { BankLine } from '../../../api.ts'
import { formatPercent } from '../../../components/formats.ts'
import { CheckIcon } from '../../../components/icons.tsx'

/** How sure the first proposal is: a number and a word, with a solid line if it is certain. */
export function Confidence({ line }: { line: BankLine }) {
  const { t } = useTranslation('bank')
  const [first] = line.proposals
  if (line.state !== 'open')
    return (
      <span className="confidence" data-sure={line.state === 'matched' ? 'certain' : 'none'}>
        <span>
          {line.state === 'matched' ? <CheckIcon size={12} /> : '—'}
          <span className="unseen">{t(`state.${line.state}`)}</span>
        </span>
      </span>
    )
  const none = !first || first.kind === 'new_payment'
  const sure = none ? 'none' : first.certain ? 'certain' : 'check'
  return (
    <span className="confidence" data-sure={sure}>
      <span>
        {none ? '—' : first.kind === 'rule' ? t('confidence.rule') : formatPercent(first.score / 100)}
        <span className="unseen">{` ${t(`confidence.${sure}`)}`}</span>
      </span>
    </span>
  )
}
