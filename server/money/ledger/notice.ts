import type { LedgerRules } from '../core/ledger/accounts.ts'
import { wordsOf } from '../core/ledger/presets.ts'

interface NoticeFacts {
  rules: LedgerRules
  file: string
  first_day: string
  last_day: string
  encoding: string
  separator: string
}

const french = (day: string) => day.split('-').reverse().join('/')

/** The description that the law requires with the file, in French. */
export function noticeOf({ rules, file, first_day, last_day, encoding, separator }: NoticeFacts) {
  const { journals } = wordsOf(rules.preset)
  const { accounts, methods, bank_accounts } = rules
  const account = (number: string) => `${number} ${rules.labels[number] ?? ''}`.trim()
  const lines = [
    `Descriptif du fichier des écritures comptables ${file}.txt`,
    '',
    `Exercice du ${french(first_day)} au ${french(last_day)}. SIREN ${rules.siren}.`,
    'Fichier établi par le logiciel Muster selon l’article A47 A-1 du Livre des procédures fiscales.',
    '',
    'Présentation',
    `- Jeu de caractères : ${encoding.toUpperCase()}. Séparateur de champs : ${separator === 'pipe' ? 'barre verticale' : 'tabulation'}.`,
    '- Un enregistrement par ligne d’écriture, terminé par un retour chariot et un saut de ligne. La première ligne contient les noms des champs.',
    '- Dates au format AAAAMMJJ. Montants en euros, avec une virgule et deux décimales, sans séparateur de milliers.',
    '- Les 18 champs sont ceux du texte, dans leur ordre. EcritureLet, DateLet, Montantdevise et Idevise ne sont pas utilisés.',
    '',
    'Écritures',
    '- Seules les écritures validées y figurent : d’abord les à nouveaux, puis les autres dans l’ordre de leur validation.',
    '- Chaque écriture a une ligne de débit et une ligne de crédit. EcritureNum est continu dans chaque journal et chaque exercice.',
    '- EcritureDate est le jour de la comptabilisation, PieceDate celui de l’événement, ValidDate celui de la validation.',
    '- Un événement connu après la validation de sa période est comptabilisé plus tard, avec le numéro suivant.',
    '- PieceRef : B suivi du numéro du paiement, R suivi du numéro de la ligne de relevé bancaire, OUV/ suivi de l’exercice pour les à nouveaux,',
    '  ou RES/ suivi de l’exercice pour son résultat.',
    '- EcritureLib : la nature de l’opération et son numéro (M cotisation, D don, T règlement, R remboursement ou rejet, L ligne de relevé).',
    '',
    'Journaux',
    ...Object.values(journals).map(({ code, label }) => `- ${code} : ${label}`),
    '',
    'Comptes',
    `- ${account(accounts.people)} : ce que les personnes doivent et ont payé. CompAuxNum : C suivi du numéro de la personne.`,
    `- ${account(accounts.memberships)} : cotisations, sauf tarifs qui ont leur propre compte.`,
    `- ${account(accounts.donations)} : dons, sauf tarifs qui ont leur propre compte.`,
    `- ${account(accounts.money)} : encaissements, sauf moyens de paiement qui ont leur propre compte.`,
    ...Object.entries(methods).map(([method, number]) => `- ${account(number)} : moyen de paiement « ${method} ».`),
    `- ${account(accounts.refunds)} : remboursements.`,
    ...(bank_accounts.length > 0
      ? [
          ...bank_accounts.map(
            number => `- ${account(number)} : compte bancaire, mouvementé par les lignes de ses relevés.`,
          ),
          `- ${account(accounts.waiting)} : encaissements reçus, en attente de leur ligne de relevé.`,
          `- ${account(accounts.fees)} : frais bancaires.`,
        ]
      : []),
    ...[...new Set([accounts.surplus, accounts.deficit])].map(
      number => `- ${account(number)} : résultat de l’exercice précédent.`,
    ),
    `- ${account(accounts.opening)} : contrepartie des à nouveaux.`,
    '',
    'À l’ouverture de chaque exercice, les soldes des comptes de bilan sont repris à nouveau, par personne pour les comptes de personnes, et le',
    'résultat de l’exercice précédent est porté à son compte.',
    'Il n’y a pas d’écritures de solde des comptes de charges et de produits. Le fichier contient les opérations enregistrées dans Muster',
    '(cotisations, dons et paiements) ; les autres opérations de l’exercice sont tenues ailleurs.',
    '',
  ]
  return lines.join('\r\n')
}
