import { changeForm, createForm } from '../contacts/forms/queries.ts'
import type { Form, FormKind } from '../contacts/forms/schema.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

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

const newsletter_label = 'Recevoir la lettre d’information'

/** The texts that the newsletter consent had: the second since the start of 2025. */
const newsletter_texts = {
  first: 'J’accepte de recevoir des nouvelles par e-mail.',
  second: 'J’accepte de recevoir au plus deux e-mails par mois. Je peux me désinscrire à tout moment.',
}

/** The version of the newsletter consent that was shown on this day. */
export const newsletterVersion = (date: string) => (date < '2025-01-01' ? 1 : 2)

export async function fillForms({ sql, caller }: DemoContext) {
  const forms = new Map<string, Form>()
  for (const [kind, type, label, values] of questions)
    forms.set(
      label,
      await createForm(sql, caller, {
        ...{ label, type, kind, refvalues: values.map(label => ({ label })) },
        ...(label === newsletter_label && { text: newsletter_texts.first }),
      }),
    )
  const form = (label: string) => required(forms.get(label), `form ${label}`)
  const newsletter = form(newsletter_label)
  await changeForm(sql, caller, newsletter.id, { text: newsletter_texts.second, help: 'Adresse e-mail sur la fiche.' })
  const support = form('Niveau de soutien')
  await changeForm(sql, caller, support.id, { required_at_door: true })
  await changeForm(sql, caller, form('Peut donner un coup de main').id, {
    condition: { form_id: support.id, form_ref_ids: support.refvalues.slice(0, 2).map(({ id }) => id) },
  })
  await changeForm(sql, caller, form('Une idée à partager').id, {
    condition: { form_id: form('Priorités pour le quartier').id, form_ref_ids: [] },
  })
}
