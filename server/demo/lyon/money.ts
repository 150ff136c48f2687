import type { DemoMoney } from '../data.ts'

export const money: DemoMoney = {
  prices: { group: 'Adhésions', full: 'Annuelle', reduced: 'Petit budget', lifetime: 'À vie (ancienne)' },
  fees: { full: 2400, reduced: 800, lifetime: 50_000 },
  gifts: [1000, 3000, 5000, 12_000],
  giftName: amount => `Don de ${amount / 100} €`,
  campaigns: {
    appeal: { code: 'ETE', name: 'Appel de l’été' },
    letter: { code: 'RENTREE', name: 'Lettre de rentrée' },
  },
  membership_prefix: 'DR-',
  batch_prefix: 'CH-',
  former_status: 'À vérifier (ancien)',
  cheque_banks: ['Crédit Mutuel', 'La Banque Postale', 'Crédit Coopératif'],
  affectation: 'le local',
  payments: { january: 24, appeal: 26, other: 6 },
  comments: {
    refunded: 'Remboursé à la demande de la personne.',
    bounced: 'Chèque revenu sans provision.',
    pending: 'En attente du virement.',
    unpaid: 'Carte expirée, relance envoyée.',
    cancelled: 'Saisi deux fois, annulé.',
    other: 'Reversé à la fédération.',
  },
  batches: { deposited: 'Remise de printemps', open: 'Remise en cours' },
}
