import type { DemoForms } from '../data.ts'

export const forms: DemoForms = {
  questions: {
    newsletter: { kind: 'consent', type: 'radio', label: 'Recevoir la lettre d’information', values: ['Oui', 'Non'] },
    calls: { kind: 'consent', type: 'radio', label: 'Être appelé·e au téléphone', values: ['Oui', 'Non'] },
    support: {
      ...{ kind: 'level_of_support', type: 'select', label: 'Niveau de soutien' },
      values: ['Très favorable', 'Favorable', 'Indécis·e', 'Défavorable'],
    },
    priorities: {
      ...{ kind: 'survey', type: 'checkbox', label: 'Priorités pour le quartier' },
      values: ['Logement', 'Transports', 'École', 'Santé', 'Espaces verts'],
    },
    idea: { kind: 'survey', type: 'text', label: 'Une idée à partager', values: [] },
    job: { kind: 'custom_fields', type: 'text', label: 'Profession', values: [] },
    household: { kind: 'custom_fields', type: 'numeric', label: 'Personnes au foyer', values: [] },
    first_met: { kind: 'custom_fields', type: 'date', label: 'Première rencontre', values: [] },
    language: {
      ...{ kind: 'custom_fields', type: 'select', label: 'Langue préférée' },
      values: ['Français', 'Anglais', 'Arabe', 'Turc'],
    },
    assembly: {
      ...{ kind: 'presence_status', type: 'radio', label: 'Assemblée de quartier' },
      values: ['Présent·e', 'Excusé·e', 'Absent·e'],
    },
    help: {
      ...{ kind: 'tasks', type: 'checkbox', label: 'Peut donner un coup de main' },
      values: ['Tractage', 'Porte-à-porte', 'Accueil', 'Cuisine'],
    },
  },
  newsletter: {
    first: 'J’accepte de recevoir des nouvelles par e-mail.',
    second: 'J’accepte de recevoir au plus deux e-mails par mois. Je peux me désinscrire à tout moment.',
    help: 'Adresse e-mail sur la fiche.',
  },
}
