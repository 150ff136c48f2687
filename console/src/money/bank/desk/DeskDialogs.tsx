import { useTranslation } from 'react-i18next'
import type { BankAccount, BankLine } from '../../../api.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { formatDay, formatMoney } from '../../../components/formats.ts'
import { RuleForm } from '../settings/RuleForm.tsx'
import { ruleFromLine } from '../settings/rule_values.ts'
import { IgnoreForm } from './IgnoreForm.tsx'
import { NewPaymentForm } from './NewPaymentForm.tsx'
import { SplitForm } from './SplitForm.tsx'
import type { SettleLine } from './use_desk.ts'
import type { DeskTask } from './use_desk_actions.ts'

interface Props {
  account: BankAccount
  task: DeskTask | undefined
  onClose: () => void
  settle: (line: BankLine, what: string, write: SettleLine) => void
}

/** The dialogs about one line. */
export function DeskDialogs({ account, task, onClose, settle }: Props) {
  const { t } = useTranslation('bank')
  const title =
    task &&
    {
      split: t('split.title'),
      find: t('split.find_title'),
      ignore: t('ignore.title'),
      pay: t('pay.title'),
      rule: t('rule.add'),
    }[task.kind]
  const form = task && {
    task,
    onClose,
    onSettle: (what: string, write: SettleLine) => {
      onClose()
      settle(task.line, what, write)
    },
  }
  return (
    <Dialog
      opened={task !== undefined}
      onClose={onClose}
      title={title}
      size={task?.kind === 'split' || task?.kind === 'find' ? 'lg' : 'md'}
    >
      {form && form.task.kind !== 'rule' && <LineHead line={form.task.line} />}
      {(task?.kind === 'split' || task?.kind === 'find') && form && <SplitForm {...form} account={account} />}
      {task?.kind === 'ignore' && form && <IgnoreForm {...form} />}
      {task?.kind === 'pay' && form && <NewPaymentForm {...form} />}
      {task?.kind === 'rule' && <RuleForm start={ruleFromLine(task.line)} line={task.line} onDone={onClose} />}
    </Dialog>
  )
}

function LineHead({ line }: { line: BankLine }) {
  return (
    <div className="line-head">
      <span className="breaking">
        {formatDay(line.date)} · {[line.counterparty, line.text].filter(Boolean).join(' · ')}
      </span>
      <strong className="figures">{formatMoney(line.amount, line.currency)}</strong>
    </div>
  )
}
