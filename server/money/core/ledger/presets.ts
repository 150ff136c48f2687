import type { LedgerAccounts } from './accounts.ts'
import type { EntryKind, Journal } from './postings.ts'

// Charts of accounts to begin with. `fr_association` follows the règlement ANC 2018-06. `fr_party` has the accounts of associations with the names that
// parties use: the règlement ANC 2018-03 prescribes the headings of the yearly accounts, which an accountant assigns. `generic` follows no law.

export const presets = ['fr_association', 'fr_party', 'generic'] as const
export type Preset = (typeof presets)[number]

interface PresetChart {
  accounts: LedgerAccounts
  methods: Record<string, string>
  labels: Record<string, string>
  words: LedgerWords
}

/** The words of entries, in the language of the preset. */
interface LedgerWords {
  journals: Record<Journal, { code: string; label: string }>
  /** What precedes the id of the item. */
  kinds: Record<EntryKind, string>
  /** What precedes an entry that takes another one back. */
  reversed: string
}

const french: LedgerWords = {
  journals: {
    income: { code: 'AD', label: 'Adhésions et dons' },
    money: { code: 'TR', label: 'Trésorerie' },
    opening: { code: 'AN', label: 'À nouveaux' },
    bank: { code: 'BQ', label: 'Banque' },
  },
  kinds: {
    membership: 'Cotisation M',
    donation: 'Don D',
    payment: 'Règlement T',
    refund: 'Remboursement R',
    refund_cancelled: 'Annulation de remboursement R',
    refund_undated: 'Remboursement T',
    return: 'Rejet bancaire R',
    return_cancelled: 'Annulation de rejet R',
    opening: 'À nouveau ',
    carried_forward: 'À nouveau ',
    result: 'Résultat ',
    bank_line: 'Relevé bancaire L',
  },
  reversed: 'Annulation : ',
}

const english: LedgerWords = {
  journals: {
    income: { code: 'IN', label: 'Memberships and donations' },
    money: { code: 'MO', label: 'Money' },
    opening: { code: 'OP', label: 'Opening balances' },
    bank: { code: 'BK', label: 'Bank' },
  },
  kinds: {
    membership: 'Membership M',
    donation: 'Donation D',
    payment: 'Payment T',
    refund: 'Refund R',
    refund_cancelled: 'Cancelled refund R',
    refund_undated: 'Refund T',
    return: 'Return R',
    return_cancelled: 'Cancelled return R',
    opening: 'Opening balance ',
    carried_forward: 'Carried forward ',
    result: 'Result ',
    bank_line: 'Bank line L',
  },
  reversed: 'Taken back: ',
}

const frenchAccounts = {
  people: '411000',
  money: '512000',
  memberships: '756100',
  donations: '754110',
  refunds: '658000',
  waiting: '511000',
  fees: '627000',
  opening: '890000',
  surplus: '120000',
  deficit: '129000',
}

const frenchMethods = { cheque: '511200', cash: '530000' }

const frenchLabels = {
  '102000': 'Fonds propres sans droit de reprise',
  '120000': "Résultat de l'exercice (excédent)",
  '129000': "Résultat de l'exercice (déficit)",
  '411000': 'Adhérents et donateurs',
  '467000': 'Autres comptes débiteurs ou créditeurs',
  '511000': 'Encaissements en attente de la banque',
  '511200': 'Chèques à encaisser',
  '512000': 'Banques',
  '530000': 'Caisse',
  '627000': 'Services bancaires',
  '658000': 'Remboursements de cotisations et de dons',
  '890000': "Bilan d'ouverture",
}

const charts: Record<Preset, PresetChart> = {
  fr_association: {
    accounts: frenchAccounts,
    methods: frenchMethods,
    labels: {
      ...frenchLabels,
      '754110': 'Dons manuels',
      '754120': 'Abandons de frais par les bénévoles',
      '756100': 'Cotisations sans contrepartie',
      '756200': 'Cotisations avec contrepartie',
    },
    words: french,
  },
  fr_party: {
    accounts: frenchAccounts,
    methods: frenchMethods,
    labels: {
      ...frenchLabels,
      '754110': 'Dons de personnes physiques',
      '756100': 'Cotisations des adhérents',
      '756200': 'Cotisations des élus',
    },
    words: french,
  },
  generic: {
    accounts: {
      people: '1200',
      money: '1000',
      memberships: '4000',
      donations: '4100',
      refunds: '4900',
      waiting: '1005',
      fees: '6000',
      opening: '3000',
      surplus: '3100',
      deficit: '3100',
    },
    methods: { cheque: '1010', cash: '1020' },
    labels: {
      1000: 'Bank',
      1005: 'Money in transit',
      1010: 'Cheques to deposit',
      1020: 'Cash',
      1200: 'Members and donors',
      3000: 'Opening balances',
      3100: 'Accumulated funds',
      4000: 'Membership dues',
      4100: 'Donations',
      4900: 'Refunds',
      6000: 'Bank charges',
    },
    words: english,
  },
}

export const presetsOf = (preset: Preset): PresetChart => charts[preset]

export const wordsOf = (preset: Preset): LedgerWords => charts[preset].words
