import { useTranslation } from 'react-i18next'
import { CheckIcon, UndoIcon, WarningIcon } from '../../components/icons.tsx'
import { undoDeed, useLastDeed } from './last_deed.ts'

/** One line of the layout above the tabs: the last visit, and a button to undo it. It always takes its place, so nothing moves. */
export function LastDeed() {
  const { t } = useTranslation('field')
  const deed = useLastDeed()
  return (
    <div className="field-deed" data-idle={deed === undefined || undefined}>
      <span className="field-deed-text" role="status">
        {deed && (deed.failed ? <WarningIcon size={20} /> : <CheckIcon size={20} />)}
        {deed ? [deed.text, deed.change].filter(Boolean).join(' · ') : t('deed.none')}
      </span>
      {deed?.undo && (
        <button type="button" onClick={() => undoDeed(deed)}>
          <UndoIcon size={18} /> {t('button.undo', { ns: 'shell' })}
        </button>
      )}
    </div>
  )
}
