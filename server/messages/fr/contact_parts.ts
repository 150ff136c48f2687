/** Bulk changes, files and the settings of forms. */
export const contact_parts: Record<string, string> = {
  'must have exactly one of {0}': 'Indiquez exactement un changement parmi {0}.',
  '{0} jobs of this space are in progress. Wait until one has ended.':
    '{0:number} traitements de cet espace sont en cours. Attendez que l’un d’eux se termine.',
  'matches more than {0} contacts; add conditions to make it smaller':
    'Ce filtre trouve plus de {0:number} contacts. Ajoutez des conditions pour le réduire.',
  'must have at least one field': 'Indiquez au moins un champ.',
  'belongs to one person; for many contacts it can only be emptied':
    'Cette valeur est propre à une personne. Sur plusieurs contacts, on peut seulement la vider.',
  'This bulk change named a person whose data was erased. Start it again without the name.':
    'Cette modification groupée nommait une personne dont les données ont été effacées. Recommencez sans ce nom.',
  'must have either ids or query': 'Indiquez soit des contacts, soit un filtre.',
  'matches no contact': 'Ce filtre ne trouve aucun contact.',
  'There is no such bulk change, or you cannot see it.':
    'Cette modification groupée n’existe pas, ou vous ne pouvez pas la voir.',
  'This bulk change has not ended. Cancel it first, or wait.':
    'Cette modification groupée n’est pas terminée. Arrêtez-la d’abord, ou attendez.',
  'This bulk change is being undone.': 'Cette modification groupée est en cours d’annulation.',
  'This bulk change was already undone.': 'Cette modification groupée a déjà été annulée.',
  'This bulk change has changed no contact; there is nothing to undo.':
    'Cette modification groupée n’a changé aucun contact : il n’y a rien à annuler.',
  'A bulk change can be undone for 30 days. This one is older.':
    'Une modification groupée peut être annulée pendant 30 jours. Celle-ci est plus ancienne.',

  'is not a .{0} file, although its name says so': 'Ce fichier n’est pas un fichier .{0}, malgré son nom.',
  'The files of your space may have {0} MB together, and this one does not fit. Delete files that you no longer need.':
    'Les fichiers de votre espace peuvent occuper {0:number} Mo, et celui-ci ne tient plus. Supprimez ceux qui ne servent plus.',
  'This contact has this file already, as “{0}”.': 'Ce contact a déjà ce fichier, sous le nom « {0} ».',
  'This contact has this file already.': 'Ce contact a déjà ce fichier.',
  'must end in .{0}': 'Le nom doit se terminer par .{0}',
  'must end in one of .{0}': 'Le nom doit se terminer par l’une de ces extensions : .{0}',
  'Your space is uploading {0} files. Wait until one has arrived.':
    'Votre espace envoie déjà {0:number} fichiers. Attendez que l’un d’eux soit arrivé.',
  'The upload took longer than an hour. Send the file again.':
    'L’envoi a duré plus d’une heure. Envoyez à nouveau le fichier.',
  'Only the user who uploaded a file can change its name.':
    'Seule la personne qui a ajouté un fichier peut le renommer.',
  'must be a name': 'Indiquez un nom.',
  'There is no such file, or you cannot see it.': 'Ce fichier n’existe pas, ou vous ne pouvez pas le voir.',
  'Only the user who uploaded a file and users with the permission privacy:manage can delete it.':
    'Seules la personne qui a ajouté un fichier et celles qui ont la permission privacy:manage peuvent le supprimer.',
  'The contents of this file are missing from the storage. Tell the operator of this server.':
    'Le contenu de ce fichier manque dans le stockage. Prévenez la personne qui administre ce serveur.',
  'is empty; send the contents of the file': 'Ce fichier est vide.',
  'The storage of files cannot be used at the moment. Try again in a few minutes.':
    'Le stockage des fichiers est indisponible pour le moment. Réessayez dans quelques minutes.',
  'The file is larger than {0} MB. Split it, or send a smaller one.':
    'Le fichier dépasse {0:number} Mo. Divisez-le, ou envoyez-en un plus petit.',

  'must be at most {0}, the version of “{1}”':
    'La version de « {1} » est {0:number} : indiquez-la ou une plus ancienne.',
  'is not a form of kind {0} of your space': 'Votre espace n’a pas de question de ce type ({0}) à ce numéro.',
  'is “{0}”, which is archived and no longer asked': '« {0} » est archivée et n’est plus posée.',
  'must be empty, because “{0}” has free input': '« {0} » se répond librement : il n’y a pas de choix à indiquer.',
  'is not a value of “{0}” that can be chosen': 'Ce choix n’est pas proposé par « {0} ».',
  'makes a circle: “{0}” depends on this form': 'Les conditions tournent en rond : « {0} » dépend de cette question.',
  'makes more than {0} forms depend on one another in a row':
    'Plus de {0:number} questions dépendraient les unes des autres à la suite.',
  'is only for forms of kind consent; use help to explain a question':
    'Ce texte est réservé aux consentements. Pour expliquer une question, utilisez l’aide.',
  'must be another form': 'Choisissez une autre question.',
  'is not a role of your space': 'Ce rôle n’existe pas dans votre espace.',
  'is not a team of your space': 'Cette équipe n’existe pas dans votre espace.',
  'This import answers a form that is not visible to you.':
    'Cet import répond à une question que vous ne pouvez pas voir.',
  'must be a version of the form, such as 2': 'Indiquez une version de la question, comme 2.',
  'must be at most {0} days ago': 'Remontez à {0:number} jours au plus.',
}
