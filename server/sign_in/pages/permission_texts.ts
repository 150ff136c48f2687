import { allPermissions, type Permission, permissions } from '../../access/permissions.ts'
import type { Language } from '../../http/html.ts'

/** Describes scopes for users. All permissions together are one sentence. */
export function permissionSentences(language: Language, scopes: string[]): string[] {
  const asked = allPermissions.filter(permission => scopes.includes(permission))
  const about = (['profile', 'email'] as const)
    .filter(scope => scopes.includes(scope))
    .map(scope => identityTexts[scope][language])
  if (asked.length === allPermissions.length) return [...about, everything[language]]
  if (asked.length === 0 && about.length === 0) return [identity[language]]
  return [...about, ...asked.map(permission => (language === 'fr' ? french[permission] : permissions[permission]))]
}

const identityTexts = {
  profile: { en: 'See your name and your language.', fr: 'Voir votre nom et votre langue.' },
  email: {
    en: 'See the email address you sign in with.',
    fr: 'Voir l’adresse e-mail avec laquelle vous vous connectez.',
  },
}

const everything = {
  en: 'Do everything that you can do.',
  fr: 'Faire tout ce que vous pouvez faire vous-même.',
}

const identity = { en: 'See who you are.', fr: 'Voir qui vous êtes.' }

const french: Record<Permission, string> = {
  'users:read': 'Voir tous les membres de l’espace.',
  'users:write': 'Voir et modifier les informations privées des membres, et les retirer.',
  'users:invite': 'Inviter des personnes et voir les invitations en attente.',
  'roles:assign': 'Donner des rôles, jusqu’au vôtre.',
  'roles:write': 'Définir les rôles.',
  'teams:read': 'Voir les équipes publiques et les vôtres.',
  'teams:write': 'Créer des équipes et modifier celles que vous dirigez ou avez créées.',
  'teams:manage': 'Voir et modifier toutes les équipes.',
  'catalogue:read': 'Voir les tarifs, les statuts et les réglages.',
  'catalogue:hidden': 'Voir les tarifs masqués et les codes campagne.',
  'catalogue:write': 'Modifier les tarifs, les statuts et les codes campagne.',
  'finance:read': 'Voir les paiements et leur historique.',
  'finance:write': 'Enregistrer et modifier des paiements.',
  'finance:settings': 'Modifier les réglages des paiements.',
  'contacts:read': 'Voir tous les contacts.',
  'contacts:sensitive': 'Voir les étiquettes, les consentements et les réponses des contacts.',
  'contacts:write': 'Créer et modifier des contacts.',
  'contacts:export': 'Exporter les contacts.',
  'filters:manage': 'Modifier les vues partagées par d’autres.',
  'actions:read': 'Voir toutes les actions.',
  'actions:write': 'Créer et modifier des actions.',
  'forms:read': 'Voir les questions des formulaires.',
  'forms:write': 'Créer et modifier les questions des formulaires.',
  'tokens:write': 'Gérer vos jetons d’accès.',
  'clients:manage': 'Gérer les intégrations.',
  'webhooks:manage': 'Gérer les webhooks.',
  'audit:read': 'Lire le journal d’audit.',
  'privacy:manage': 'Répondre aux demandes sur les données personnelles.',
  'space:manage': 'Modifier les réglages de l’espace.',
}
