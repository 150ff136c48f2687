import { createForm } from '../contacts/forms/queries.ts'
import type { Form, FormKind } from '../contacts/forms/schema.ts'
import type { DemoContext } from './demo.ts'

/** What is asked of contacts: a form of every type and of every kind. */
export const questions: [kind: FormKind, type: Form['type'], label: string, values: string[]][] = [
  ['consent', 'radio', 'Recevoir la lettre d’information', ['Oui', 'Non']],
  ['consent', 'radio', 'Être appelé·e au téléphone', ['Oui', 'Non']],
  ['level_of_support', 'select', 'Niveau de soutien', ['Très favorable', 'Favorable', 'Indécis·e', 'Défavorable']],
  ['survey', 'checkbox', 'Priorités pour le quartier', ['Logement', 'Transports', 'École', 'Santé', 'Espaces verts']],
  ['survey', 'text', 'Une idée à partager', []],
  ['custom_fields', 'text', 'Profession', []],
  ['custom_fields', 'numeric', 'Personnes au foyer', []],
  ['custom_fields', 'date', 'Première rencontre', []],
  ['custom_fields', 'select', 'Preferred language', ['Français', 'English', 'العربية', 'Türkçe']],
  ['presence_status', 'radio', 'Assemblée de quartier', ['Présent·e', 'Excusé·e', 'Absent·e']],
  ['tasks', 'checkbox', 'Peut donner un coup de main', ['Tractage', 'Porte-à-porte', 'Accueil', 'Cuisine']],
]

export async function fillForms({ sql, caller }: DemoContext) {
  for (const [kind, type, label, values] of questions)
    await createForm(sql, caller, { label, type, kind, refvalues: values.map(label => ({ label })) })
}
