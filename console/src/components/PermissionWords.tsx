import { useTranslation } from 'react-i18next'
import { groupsWith } from './permission_groups.ts'
import { usePermissionSummary } from './use_permission_summary.ts'
import './permissions.css'

/** What someone may do: a sentence, which opens to the whole list. */
export function PermissionWords({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation('permissions')
  const summary = usePermissionSummary()
  return (
    <details className="permission-words">
      <summary>{summary(permissions)}</summary>
      <dl>
        {groupsWith(permissions).map(({ name, permissions: some }) => (
          <div key={name}>
            <dt>{t(`group.${name}`)}</dt>
            {some.map(word => (
              <dd key={word}>{t(`about.${word}`)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}
