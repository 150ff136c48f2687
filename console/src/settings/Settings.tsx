import { Anchor, Box } from '@mantine/core'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftIcon } from '../components/icons.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import { SettingsSearch } from './SettingsSearch.tsx'
import { useFieldOfHash } from './use_field_of_hash.ts'
import './settings.css'

/** The settings: the menu beside the open section. On narrow screens the overview is the menu, and a section has a link back. */
export function Settings() {
  const { t } = useTranslation('settings_search')
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  useFieldOfHash()
  const isOverview = pathname === '/settings' || pathname === '/settings/'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search ends when a section opens.
  useEffect(() => setTyped(''), [pathname])
  return (
    <div className="settings" data-overview={isOverview} data-searching={typed.trim() !== ''}>
      {!isOverview && (
        <Anchor component={Link} to="/settings" className="settings-back" hiddenFrom="md">
          <LeftIcon size={16} /> {t('back')}
        </Anchor>
      )}
      <div className="settings-side unprinted">
        <SettingsSearch typed={typed} onType={setTyped} />
        {typed.trim() === '' && <SettingsMenu />}
      </div>
      <Box className="settings-content" miw={0}>
        <Outlet />
      </Box>
    </div>
  )
}
