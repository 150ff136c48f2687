import type { ReactNode } from 'react'

// Line icons on a 24-pixel grid.

const icon = (drawing: ReactNode) =>
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }

const lines = (...paths: string[]) => icon(paths.map(path => <path key={path} d={path} />))

export const LockIcon = lines('M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3')
export const HomeIcon = lines('M4 11l8-7 8 7', 'M6 9.5V20h12V9.5', 'M10 20v-6h4v6')
export const ContactsIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.4c2.1.8 3.5 2.9 3.5 5.6" />
  </>,
)
export const TeamsIcon = icon(
  <>
    <circle cx="12" cy="7" r="3" />
    <circle cx="5" cy="11" r="2" />
    <circle cx="19" cy="11" r="2" />
    <path d="M7 20c0-2.8 2.2-5 5-5s5 2.2 5 5M2 18c0-1.7 1.3-3 3-3M22 18c0-1.7-1.3-3-3-3" />
  </>,
)
export const ActionsIcon = icon(
  <>
    <path d="M12 21c4.5-5 7-8.4 7-11.5A7 7 0 0 0 5 9.5C5 12.6 7.5 16 12 21z" />
    <circle cx="12" cy="9.5" r="2.5" />
  </>,
)
export const FieldIcon = lines('M5 21V4h14v17', 'M3 21h18', 'M14.5 12.5v.01', 'M9 4v17')
export const PaymentsIcon = icon(
  <>
    <rect x="3" y="6" width="18" height="12" rx="1.5" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6.5 12v.01M17.5 12v.01" />
  </>,
)
export const BankIcon = lines('M4 10l8-6 8 6z', 'M6 10v8', 'M10 10v8', 'M14 10v8', 'M18 10v8', 'M4 20h16')
export const EnterIcon = lines('M20 5v7H5', 'M9 8l-4 4 4 4')
export const SettingsIcon = lines('M4 7h9', 'M17 7h3', 'M4 17h3', 'M11 17h9', 'M15 4.5v5', 'M9 14.5v5')
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </>,
)
export const PlusIcon = lines('M12 5v14', 'M5 12h14')
export const MinusIcon = lines('M5 12h14')
export const FitIcon = lines('M4 9V4h5', 'M15 4h5v5', 'M20 15v5h-5', 'M9 20H4v-5')
export const MapIcon = lines('M9 5L3 7v12l6-2 6 2 6-2V5l-6 2z', 'M9 5v12', 'M15 7v12')
export const CloseIcon = lines('M6 6l12 12', 'M18 6L6 18')
export const CheckIcon = lines('M5 12.5l4.5 4.5L19 7.5')
export const DownIcon = lines('M6 9l6 6 6-6')
export const UpIcon = lines('M6 15l6-6 6 6')
export const LeftIcon = lines('M15 6l-6 6 6 6')
export const RightIcon = lines('M9 6l6 6-6 6')
export const SortIcon = lines('M8 10l4-4 4 4', 'M8 14l4 4 4-4')
export const ExportIcon = lines('M12 4v11', 'M8 11l4 4 4-4', 'M5 20h14')
export const ImportIcon = lines('M12 15V4', 'M8 8l4-4 4 4', 'M5 20h14')
export const PrintIcon = lines('M7 9V4h10v5', 'M7 17H4V9h16v8h-3', 'M7 14h10v6H7z')
export const UndoIcon = lines('M9 14L4 9l5-5', 'M4 9h10a6 6 0 0 1 0 12h-3')
export const RedoIcon = lines('M15 14l5-5-5-5', 'M20 9H10a6 6 0 0 0 0 12h3')
export const SnapIcon = lines('M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4z', 'M6 8h4', 'M14 8h4')
export const TalkIcon = lines('M4 4h12v8H9l-3 3v-3H4z', 'M9 15v1h6l3 3v-3h2V8h-1')
export const DoorIcon = lines('M6 21V3h12v18', 'M4 21h16', 'M14.5 12.5v.01')
export const LocateIcon = lines('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 1v4', 'M12 19v4', 'M1 12h4', 'M19 12h4')
export const EditIcon = lines('M4 20h4L19 9l-4-4L4 16z')
export const DeleteIcon = lines('M5 7h14', 'M9 7V4h6v3', 'M7 7l1 13h8l1-13')
export const WarningIcon = lines('M12 4l9 16H3z', 'M12 10v4', 'M12 17v.01')
export const CopyIcon = lines('M9 9h11v11H9z', 'M5 15H4V4h11v1')
export const FilterIcon = lines('M4 5h16l-6 8v6l-4-2v-4z')
export const ColumnsIcon = lines('M4 5h16v14H4z', 'M10 5v14', 'M15 5v14')
export const MailIcon = lines('M3 6h18v12H3z', 'M3 7l9 7 9-7')
export const PhoneIcon = lines(
  'M6 3h4l1.5 5-2.5 2a12 12 0 0 0 5 5l2-2.5 5 1.5v4c0 1-1 2-2 2A16 16 0 0 1 4 5c0-1 1-2 2-2z',
)
export const HistoryIcon = lines('M4 12a8 8 0 1 0 2.5-5.8', 'M4 4v4h4', 'M12 8v4l3 2')
export const MoreIcon = lines('M5 12v.01', 'M12 12v.01', 'M19 12v.01')
export const SnoozeIcon = lines(
  'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  'M12 9v4l2.5 2',
  'M5 3L2.5 5.5',
  'M19 3l2.5 2.5',
)
export const TagIcon = lines('M4 4h8l8 8-8 8-8-8z', 'M8 8v.01')
export const KeyIcon = lines('M14 10a4 4 0 1 0-3 3.9L13 16h2v2h2v2h3v-3z')
export const MoonIcon = lines('M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z')
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4" />
  </>,
)
export const OfflineIcon = lines(
  'M4 4l16 16',
  'M7 18a4 4 0 0 1-.5-7.9',
  'M9.5 6.5A6 6 0 0 1 18 11a3.5 3.5 0 0 1 1.5 6.5',
  'M7 18h9',
)
export const ListIcon = lines('M9 6h11', 'M9 12h11', 'M9 18h11', 'M4.5 6v.01', 'M4.5 12v.01', 'M4.5 18v.01')
export const SummaryIcon = lines('M4 20h16', 'M5 20v-6h4v6', 'M10 20V5h4v15', 'M15 20v-9h4v9')
export const WaitingIcon = lines(
  'M7 18a4 4 0 0 1-.5-7.9A6 6 0 0 1 18 11a3.5 3.5 0 0 1 0 7H7z',
  'M12 16v-4',
  'M10.3 13.5L12 11.8l1.7 1.7',
)
export const BoldIcon = lines('M7 4h6.5a4 4 0 0 1 0 8H7z', 'M7 12h7.5a4 4 0 0 1 0 8H7z')
export const AtIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1" />
  </>,
)
export const NoteIcon = lines('M5 4h14v10l-5 6H5z', 'M14 20v-6h5', 'M8.5 9h7', 'M8.5 13h3')
export const TaskIcon = lines('M4 4h16v16H4z', 'M8 12.5l3 3 5.5-6.5')
export const PinIcon = lines('M9 4h6l-1 6 4 4H6l4-4z', 'M12 14v6')
export const HouseholdIcon = lines('M4 11l8-7 8 7', 'M6 9.5V20h12V9.5', 'M9.5 20v-4a2.5 2.5 0 0 1 5 0v4')
export const MessageIcon = lines('M4 5h16v11H10l-5 4v-4H4z')
export const RefusedIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M6 6l12 12" />
  </>,
)
export const AnswerIcon = lines('M5 4h14v16H5z', 'M9 9h6', 'M9 13h6', 'M9 17h3')
export const MergeIcon = lines('M6 4v4c0 4 6 4 6 8v4', 'M18 4v4c0 4-6 4-6 8')
