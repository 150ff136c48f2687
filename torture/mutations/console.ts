import type { Mutation } from './mutation.ts'

/** Faults in the rules of the console. */
export const consoleFaults: Mutation[] = [
  {
    area: 'console',
    file: 'console/src/components/amounts.ts',
    was: "(decimals ?? '').padEnd(digits, '0')",
    now: "(decimals ?? '').padStart(digits, '0')",
    breaks: 'A treasurer who types 12.5 records 12.05.',
  },
  {
    area: 'console',
    file: 'console/src/components/chart_scale.ts',
    was: 'Math.ceil(most / step)',
    now: 'Math.round(most / step)',
    breaks: 'The highest bar of a chart rises above its scale.',
  },
  {
    area: 'console',
    file: 'console/src/components/shortcuts.ts',
    was: '    event.ctrlKey ||\n    event.metaKey ||',
    now: '    event.metaKey ||',
    breaks: 'Ctrl C, which copies, opens the menu of what can be created.',
  },
  {
    area: 'console',
    file: 'console/src/field/visits/offline/queue.ts',
    was: "if (there && !there.attempted) return 'remove'",
    now: "if (!there?.attempted) return 'remove'",
    breaks: 'Undo does not withdraw a visit that the server has confirmed meanwhile.',
  },
  {
    area: 'console',
    file: 'console/src/money/transaction_bundles/ReversalForm.tsx',
    was: '...(date < paid && {',
    now: '...(date <= paid && {',
    breaks: 'A payment cannot be refunded on the day on which it was made.',
  },
  {
    area: 'console',
    file: 'console/src/money/transaction_bundles/correction.ts',
    was: '...(item.contact_id === transaction.contact_id && { contact_id: draft.contact }),',
    now: 'contact_id: draft.contact,',
    breaks: 'Any correction of a payment moves the membership that it pays for another person to the payer.',
  },
  {
    area: 'console',
    file: 'console/src/organisation/teams/team_access.ts',
    was: 'team.leaders.some(({ id }) => id === user.id)',
    now: 'team.users.some(({ id }) => id === user.id)',
    breaks: 'Leaders cannot edit their team, and its members get a form that the server refuses.',
  },
  {
    area: 'console',
    file: 'console/src/translations/index.ts',
    was: '[localStorage.getItem(language_key), ...navigator.languages].map(',
    now: '[...navigator.languages, localStorage.getItem(language_key)].map(',
    breaks: 'The language that a user chose is forgotten when the page is loaded again.',
  },
]
