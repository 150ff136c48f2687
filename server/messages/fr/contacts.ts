/** Contacts, forms, imports, merges, notes, tasks, searches. */
export const contacts: Record<string, string> = {
  'must be {0}, the contact in the address': 'Ce numéro doit être {0}, celui du contact dans l’adresse.',
  'Contact {0} asked that their data be kept; lift the restriction first.':
    'Le contact {0} a demandé que ses données soient conservées. Levez d’abord la limitation.',
  'must have external_ids or mails': 'Envoyez external_ids ou mails.',
  'Your role or token lacks the permission contacts:read.':
    'Il vous manque la permission de voir les contacts (contacts:read).',
  'Your role or token lacks the permission contacts:write.':
    'Il vous manque la permission de modifier les contacts (contacts:write).',
  'Your role or token lacks the permission contacts:sensitive, which tags and answers need.':
    'Il vous manque la permission contacts:sensitive, nécessaire pour les étiquettes et les réponses.',
  'Your role or token lacks the permission contacts:sensitive, which tags need.':
    'Il vous manque la permission contacts:sensitive, nécessaire pour les étiquettes.',
  'Your role or token lacks the permission finance:read, which memberships need.':
    'Il vous manque la permission finance:read, nécessaire pour les adhésions.',
  'Your role or token lacks the permission contacts:sensitive, which answers need.':
    'Il vous manque la permission contacts:sensitive, nécessaire pour les réponses.',
  'Contact {0} was merged into contact {1}.': 'Le contact {0} a été fusionné avec le contact {1}.',
  'was merged into contact {0}': 'Ce contact a été fusionné avec le contact {0}.',
  'You can notify other users {0} times a day. Remove the mention or the assignee, or try again later.':
    'Vous pouvez prévenir d’autres personnes {0:number} fois par jour. Retirez la mention ou la personne assignée, ou réessayez plus tard.',
  'Contact {0} asked that nothing be done with their data; lift that first.':
    'Le contact {0} a demandé que ses données ne soient plus utilisées. Levez d’abord cette limitation.',
  'Contact {0} is not deleted; there is nothing to restore.':
    'Le contact {0} n’est pas supprimé : il n’y a rien à rétablir.',
  'Contact {0} was erased, and nothing is left that could come back.':
    'Le contact {0} a été effacé définitivement : il ne reste rien à rétablir.',
  'Contact {0} was merged into contact {1}; undo that merge to have it back.':
    'Le contact {0} a été fusionné avec le contact {1} : annulez cette fusion pour le retrouver.',
  'must be a country, by its code of ISO 3166, such as FR, or by its name':
    'Indiquez un pays, par son code, comme FR, ou par son nom.',
  'There is no such contact, or you cannot see it.': 'Ce contact n’existe pas, ou vous ne pouvez pas le voir.',
  'is not a contact of your space': 'Ce contact n’existe pas dans votre espace.',
  'is a restricted contact, whose data must not be processed':
    'Ce contact a demandé que ses données ne soient plus utilisées.',
  'is {0}, which is not a form of your space': 'La question {0} n’existe pas dans votre espace.',
  'is “{0}”, which is archived and takes no new answers': '« {0} » est archivée et n’accepte plus de réponses.',
  'is “{0}”, whose answers belong in {1}': 'Les réponses à « {0} » se placent dans {1}.',
  'is {0}, which is not a value of the form “{1}”': 'Le choix {0} n’existe pas pour la question « {1} ».',
  'is “{0}”, which takes one answer': '« {0} » n’accepte qu’une réponse.',
  'must be a number, such as 12 or 3.5': 'Indiquez un nombre, comme 12 ou 3,5.',
  'must be a date, such as 2026-05-01 or 2026-05-01T00:00:00Z': 'Indiquez une date, comme 2026-05-01.',
  'contains {0}, which is not a contact of your space': 'Le contact {0} n’existe pas dans votre espace.',
  'must contain at least two contacts': 'Choisissez au moins deux contacts.',
  'There is no such pair of contacts, or you cannot see it.':
    'Cette paire de contacts n’existe pas, ou vous ne pouvez pas la voir.',
  'is not a form of your space': 'Cette question n’existe pas dans votre espace.',
  'is {0}, which is not a value of this form; leave it out to add a value':
    'Le choix {0} n’existe pas pour cette question. Ne donnez pas de numéro pour ajouter un choix.',
  'must stay {0}, because answers depend on it; create a new form instead':
    'Ce champ doit rester « {0} » : des réponses en dépendent. Créez plutôt une nouvelle question.',
  'must have at most one value for a form with free input': 'Une question à réponse libre a une seule valeur.',
  'must be false; archive the form itself instead': 'Archivez plutôt la question elle-même.',
  'must have at least one value that is not archived': 'Gardez au moins un choix qui n’est pas archivé.',
  'is the same as the label of another value': 'Un autre choix porte déjà ce libellé.',
  'There is no such form, or you cannot see it.': 'Cette question n’existe pas, ou vous ne pouvez pas la voir.',
  'is already in household {0}; remove the contact there first':
    'Ce contact est déjà dans le foyer {0} : retirez-l’en d’abord.',
  'would make more than {0} members': 'Un foyer compte au plus {0:number} membres.',
  'There is no such household, or you cannot see it.': 'Ce foyer n’existe pas, ou vous ne pouvez pas le voir.',
  'This household has members that you cannot see. A user with the permission privacy:manage can delete it.':
    'Ce foyer a des membres que vous ne pouvez pas voir. Une personne qui a la permission privacy:manage peut le supprimer.',
  'is row {0}, column {1}, which the check did not list as wrong; correct it in the file and upload it again':
    'La vérification n’a pas signalé la ligne {0}, colonne {1}. Corrigez-la dans le fichier et importez-le à nouveau.',
  'would be more than {0} corrections of this import; correct the file and upload it again':
    'Cet import dépasserait {0:number} corrections. Corrigez le fichier et importez-le à nouveau.',
  'must be below {0}, the number of columns in the file': 'Le fichier n’a que {0} colonnes.',
  'maps both “{0}” and “{1}” to {2}; choose one': '« {0} » et « {1} » vont toutes deux dans {2} : choisissez-en une.',
  'has the form {0}, which is archived or not a form of your space':
    'La question {0} est archivée ou n’existe pas dans votre espace.',
  'is {0}, which needs a column for {1}': 'La recherche par {0} demande une colonne pour {1}.',
  'has more than {0} columns': 'Le fichier a plus de {0:number} colonnes.',
  'names a cell that is already in the list; send it once':
    'Cette cellule figure déjà dans la liste : envoyez-la une fois.',
  'The file of this import was deleted; upload it again.':
    'Le fichier de cet import a été supprimé : importez-le à nouveau.',
  'There is no such import, or you cannot see it.': 'Cet import n’existe pas, ou vous ne pouvez pas le voir.',
  'The content of this file is visible to the user who uploaded it, and with the permission contacts:sensitive.':
    'Seules la personne qui a envoyé ce fichier et celles qui ont la permission contacts:sensitive peuvent en voir le contenu.',
  'The file of this import was deleted after a month; upload it again.':
    'Le fichier de cet import a été supprimé au bout d’un mois : importez-le à nouveau.',
  'This import is running or finished.': 'Cet import est en cours ou terminé.',
  'Only an import that has run can be undone, and only once.':
    'Seul un import terminé peut être annulé, et une seule fois.',
  'This import is running or finished; its settings cannot change.':
    'Cet import est en cours ou terminé : ses réglages ne changent plus.',
  'is required when field is form': 'Choisissez une question pour cette colonne.',
  'is update, which needs match to be other than nothing':
    'Pour mettre à jour des contacts, choisissez comment les reconnaître.',
  'is an empty file': 'Ce fichier est vide.',
  'is not a CSV file in UTF-8 or Windows-1252; save it as CSV UTF-8':
    'Ce n’est pas un fichier CSV en UTF-8 ou Windows-1252. Enregistrez-le au format « CSV UTF-8 ».',
  'needs a first row with the names of the columns': 'La première ligne doit contenir le nom des colonnes.',
  'Cells can be corrected after a check and before the import runs.':
    'Les cellules se corrigent après la vérification et avant l’import.',
  'Contact {0} has payments, and moving them needs the permission finance:write.':
    'Le contact {0} a des paiements, et les déplacer demande la permission finance:write.',
  'Contact {0} was itself merged since; undo merge {1} first.':
    'Le contact {0} a lui-même été fusionné depuis : annulez d’abord la fusion {1}.',
  'Contact {0} was deleted since; restore it first.': 'Le contact {0} a été supprimé depuis : rétablissez-le d’abord.',
  'must be another contact': 'Choisissez un autre contact.',
  'There is no such merge, or you cannot see it.': 'Cette fusion n’existe pas, ou vous ne pouvez pas la voir.',
  'This merge was undone already.': 'Cette fusion a déjà été annulée.',
  'One of these people was erased, so the merge cannot be undone.':
    'L’une de ces personnes a été effacée : la fusion ne peut plus être annulée.',
  'This merge moved payments, and moving them back needs the permission finance:write.':
    'Cette fusion a déplacé des paiements, et les remettre en place demande la permission finance:write.',
  'mentions {0} users; at most {1} are allowed': 'Vous mentionnez {0} personnes : {1} au plus.',
  'mentions user {0}, who is not a user visible to you':
    'La personne mentionnée ({0}) n’existe pas, ou vous ne pouvez pas la voir.',
  'mentions user {0}, whose role cannot see contacts': 'La personne mentionnée ({0}) n’a pas accès aux contacts.',
  'Only its author can change the text of a note.': 'Seule la personne qui a écrit une note peut la modifier.',
  'must not be blank; delete the note instead': 'Une note ne peut pas être vide : supprimez-la plutôt.',
  'There is no such note, or you cannot see it.': 'Cette note n’existe pas, ou vous ne pouvez pas la voir.',
  'Only its author and users with the permission privacy:manage can delete a note.':
    'Seules la personne qui a écrit la note et celles qui ont la permission privacy:manage peuvent la supprimer.',
  'must be between {0} and {1}': 'Choisissez une date entre le {0:date} et le {1:date}.',
  'must be {0}, because an erasure cannot be undone':
    'Saisissez {0} pour confirmer : un effacement ne peut pas être annulé.',
  'This request is already {0}.':
    'Cette demande est déjà {0:done=traitée|refused=refusée|cancelled=annulée|other=close}.',
  'Only a request for access has an export.': 'Seule une demande d’accès donne un export.',
  'There is no such privacy request, or you cannot see it.':
    'Cette demande n’existe pas, ou vous ne pouvez pas la voir.',
  'Only a restriction in force can be lifted.': 'Seule une limitation en vigueur peut être levée.',
  'These contacts already have the relationship {0}.': 'Ces contacts sont déjà liés ainsi ({0:word}).',
  'Contact {0} has reached the limit of {1} relationships.':
    'Le contact {0} a atteint la limite de {1:number} relations.',
  'is required if kind is other, such as godmother': 'Précisez la relation, par exemple « marraine ».',
  'must be empty unless kind is other': 'Laissez ce champ vide, sauf pour une relation d’un autre type.',
  'There is no such relationship, or you cannot see it.': 'Cette relation n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such saved filter, or you cannot see it.': 'Cette vue n’existe pas, ou vous ne pouvez pas la voir.',
  'There is no such saved view, or you cannot see it.': 'Cette vue n’existe pas, ou vous ne pouvez pas la voir.',
  'must be a field that contacts can be sorted by, such as surname, city or created_at':
    'Choisissez un champ de tri, comme surname, city ou created_at.',
  'must be a text of 1 to {0} characters': 'Saisissez un texte de 1 à {0:number} caractères.',
  'must be an integer of at most {0}': 'Indiquez un nombre entier d’au plus {0:number}.',
  'must be a text of at most {0} characters': 'Saisissez un texte d’au plus {0:number} caractères.',
  'has {0} conditions; {1} are the most. Use any_of for lists':
    'Il y a {0:number} critères, pour un maximum de {1:number}. Utilisez any_of pour les listes.',
  'has {0} values to compare with; {1} are the most':
    'Il y a {0:number} valeurs à comparer, pour un maximum de {1:number}.',
  'Searching by {0} needs the permission {1}, which your role or token lacks.':
    'Rechercher par {0} demande la permission {1}, que vous n’avez pas.',
  'is nested too deeply; at most {0} groups may contain each other':
    'Les groupes sont trop imbriqués : {0} niveaux au plus.',
  'must be one of {0} for {1}': 'Pour {1}, choisissez une de ces valeurs : {0}.',
  'can have :strictdata only for texts, which {0} is not':
    ':strictdata ne vaut que pour les textes, et {0} n’en est pas un.',
  'must be one value; for several there is any_of': 'Donnez une seule valeur : pour plusieurs, il y a any_of.',
  'must be of the same kind as from': 'La fin doit être du même type que le début.',
  'must not be before from': 'La fin ne peut pas précéder le début.',
  'must be a number or a date, such as 2026-05-01 or now-30d':
    'Indiquez un nombre ou une date, comme 2026-05-01 ou now-30d.',
  'must be a date, a time with its offset, or such as now-30d':
    'Indiquez une date, une heure avec son décalage, ou par exemple now-30d.',
  'is a condition; put it into a $all or $at_least_one of its own':
    'C’est un critère : placez-le dans son propre $all ou $at_least_one.',
  'must be an object with either $all or $at_least_one': 'La valeur attendue est un objet avec $all ou $at_least_one.',
  'must have one of any, all and not, and nothing else': 'Utilisez un seul des mots any, all et not, et rien d’autre.',
  'must be one condition or group; for several there is {"not": {"any": [ … ]}}':
    'Donnez un seul critère ou groupe : pour plusieurs, il y a {"not": {"any": [ … ]}}.',
  'must have at least one condition': 'Ajoutez au moins un critère.',
  'must be an object with $condition, which is an object, or with any, all or not':
    'La valeur attendue est un objet avec $condition, ou avec any, all ou not.',
  'must be the id of a form': 'Choisissez une question.',
  'must be an array of at most 500 ids': 'La valeur attendue est une liste d’au plus 500 numéros.',
  'or a value is needed to compare the answer with': 'Indiquez un choix ou une valeur à comparer avec la réponse.',
  'does not belong to this search; send next_cursor as you got it, with the same query and order':
    'Ce curseur n’appartient pas à cette recherche : renvoyez next_cursor tel quel, avec les mêmes critères et le même tri.',
  'contains {0}, which is also in add': '{0} figure à la fois dans les étiquettes à ajouter et à retirer.',
  'The query of this tag change was deleted. Start the change again.':
    'La recherche de ce changement a été supprimée. Relancez le changement.',
  'There is no such tag change, or you cannot see it.':
    'Ce changement d’étiquettes n’existe pas, ou vous ne pouvez pas le voir.',
  'or remove must contain a tag': 'Indiquez au moins une étiquette à ajouter ou à retirer.',
  'or query is required, and not both': 'Choisissez des contacts ou une recherche, et pas les deux.',
  'There is no such task, or you cannot see it.': 'Cette tâche n’existe pas, ou vous ne pouvez pas la voir.',
  'You can mark this task as done. Only its author and users with contacts:write can change it.':
    'Vous pouvez marquer cette tâche comme faite. Seules la personne qui l’a créée et celles qui ont la permission contacts:write peuvent la modifier.',
  'is required, or form_id, form_ref_id and data as a contact is read':
    'Ce champ est obligatoire, ou bien form_id, form_ref_id et data.',
  'is required beside form_id': 'Ce champ est obligatoire avec form_id.',
  'There is no such receipt, or you cannot see it.': 'Cet accusé n’existe pas, ou vous ne pouvez pas le voir.',
  'must have a name, a mail address or a telephone number':
    'Indiquez un nom, une adresse e-mail ou un numéro de téléphone.',
  'The contact is deleted.': 'Le contact est supprimé.',
  'The contact was merged into another.': 'Le contact a été fusionné avec un autre.',
  'The processing of the contact is restricted.': 'Le traitement des données de ce contact est limité.',
  'The person does not want to be contacted.': 'La personne ne veut pas être contactée.',
  'The contact has no address.': 'Le contact n’a pas d’adresse.',
  'The contact was changed in the same place since.': 'Le contact a été modifié au même endroit depuis.',
  'The contact was deleted since.': 'Le contact a été supprimé depuis.',
  'The contact was merged into another since.': 'Le contact a été fusionné avec un autre depuis.',
  'The data of the person was erased since.': 'Les données de la personne ont été effacées depuis.',
  'A visit was recorded for the contact in the action.': 'Une visite au contact a été enregistrée dans l’action.',
}
