import { Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RightIcon } from '../components/icons.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { useMe } from '../use_me.ts'
import { groupsOf, type Section, sectionsFor } from './sections.ts'
import { useSettingsText } from './use_settings_text.ts'

/** Every section with a sentence about it. */
export function SettingsOverview() {
  const { may } = useMe()
  const { textOf, title } = useSettingsText()
  return (
    <>
      <PageHeader title={title} />
      {groupsOf(sectionsFor(may)).map(({ name, sections }) => (
        <section key={name} className="settings-overview">
          <Title order={2} className="settings-group">
            {textOf({ key: `group.${name}`, ns: 'settings_search' })}
          </Title>
          <Paper withBorder component="ul" className="settings-cards">
            {sections.map(section => (
              <li key={section.name}>
                <SectionLink section={section}>
                  <span>
                    <Text span fw={600} size="sm">
                      {textOf(section.text)}
                    </Text>
                    <Text span size="sm" c="dimmed" className="settings-about">
                      {textOf(section.about)}
                    </Text>
                  </span>
                  <RightIcon size={16} />
                </SectionLink>
              </li>
            ))}
          </Paper>
        </section>
      ))}
    </>
  )
}

function SectionLink({ section, children }: { section: Section; children: React.ReactNode }) {
  const { to, search = {}, isOutside } = section
  return isOutside ? (
    <a href={to} className="settings-card">
      {children}
    </a>
  ) : (
    <Link to={to} search={search as never} className="settings-card">
      {children}
    </Link>
  )
}
