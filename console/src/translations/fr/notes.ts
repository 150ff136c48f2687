import { relationships } from './relationships.ts'
import { tasks } from './tasks.ts'

export const notes = {
  ...tasks,
  ...relationships,
  composer: {
    label: 'Que voulez-vous ajouter',
    note: 'Note',
    task: 'Tâche',
    text: 'Texte de la note',
    placeholder: 'Ce qui s’est dit, ce qui compte. @ pour mentionner un·e collègue.',
    short: 'Écrire une note…',
    blank: 'Écrivez d’abord quelque chose.',
    note_visible: 'Visible avec l’accès aux notes ou si mentionné·e.',
    task_visible: 'Visible par toutes les personnes qui ont accès à ce contact.',
    add_note: 'Ajouter la note',
    add_task: 'Ajouter la tâche',
    note_added: 'La note est ajoutée.',
    task_added: 'La tâche est ajoutée.',
  },
  editor: {
    tools: 'Mise en forme',
    bold: 'Gras',
    list: 'Liste',
    mention: 'Mentionner un·e collègue',
  },
  mention: {
    list: 'Collègues',
    unknown: 'membre n° {{id}}',
    refused:
      'Impossible de mentionner {{name}} : cette personne a quitté l’espace ou n’a pas accès aux contacts. Retirez la mention.',
  },
  note: {
    actions: 'Actions sur cette note',
    edit: 'Modifier',
    edit_title: 'Modifier la note',
    save: 'Enregistrer',
    pin: 'Épingler en haut',
    unpin: 'Désépingler',
    pinned: 'La note est épinglée.',
    unpinned: 'La note n’est plus épinglée.',
    pinned_list: 'Notes épinglées',
    delete: 'Supprimer',
    delete_title: 'Supprimer cette note ?',
    delete_why: 'Elle disparaît pour tout le monde, définitivement.',
    keep: 'Garder',
    deleted: 'La note est supprimée.',
    by: '{{name}}, {{when}}',
    edited: 'modifiée',
    erased: 'Ce texte a été retiré : il nommait une personne dont les données ont été effacées.',
  },
}
