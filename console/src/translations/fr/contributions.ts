export const contributions = {
  how: 'Les règles sur ce que chacun peut verser. Un paiement qui en enfreint une est refusé, avec le motif. Les paiements déjà saisis restent.',
  no_certificate:
    'Ces règles vous aident ; elles ne prouvent pas que la loi est respectée. Muster ne compte que ce qui est ' +
    'saisi dans cet espace, alors que le plafond français vaut pour tous les partis réunis.',
  saved: 'Les règles sont enregistrées.',
  preset_label: 'Règles',
  preset: {
    none: 'Aucune règle',
    fr_party: 'Parti politique français',
    fr_campaign: 'Campagne électorale française',
    custom: 'Règles personnalisées',
  },
  preset_how: {
    none: 'Tous les paiements peuvent être saisis.',
    fr_party:
      '7\u202f500\u00a0€ au plus par personne et par an, dons et cotisations compris ; 150\u00a0€ au plus en espèces par ' +
      'versement ; personnes de nationalité française ou résidant en France ; pas de personnes morales. Les ' +
      'cotisations des élus ne comptent pas.',
    fr_campaign:
      '4\u202f600\u00a0€ au plus par personne et par code campagne ; 150\u00a0€ au plus en espèces par versement ; personnes de ' +
      'nationalité française ou résidant en France ; pas de personnes morales.',
    custom: 'Laissez un montant vide s’il n’y a pas de limite.',
  },
  yearly_cap: 'Plafond par personne et par an',
  yearly_cap_how: 'Dons et cotisations compris.',
  campaign_cap: 'Plafond par personne et par campagne',
  campaign_cap_how: 'Toutes années confondues. Les paiements sans code forment une campagne.',
  cash_limit: 'Limite en espèces',
  cash_limit_how: 'Par personne, en un versement.',
  campaign_code: 'Campagne',
  campaign_cap_of: 'Plafond',
  add_campaign_cap: 'Ajouter un plafond pour une campagne',
  remove_campaign_cap: 'Retirer le plafond de {{code}}',
  countries: 'Nationalité ou résidence',
  countries_how: 'Codes de pays séparés par des virgules, par exemple FR, BE. Vide : tout le monde peut verser.',
  legal_persons: 'Les personnes morales peuvent verser',
  exempt_elected_dues: 'Les cotisations des élus ne comptent pas dans les plafonds',
  cash_kinds: 'Moyens de paiement en espèces',
  cash_kinds_how: 'Le plafond en espèces s’applique à ces moyens.',
  legal_person_tag: 'Étiquette des personnes morales',
  legal_person_tag_how: 'Entreprises, associations. Vide : Muster ne peut pas les reconnaître et n’en refuse aucune.',
  elected_tag: 'Étiquette des élus',
  elected_tag_how: 'Vide : les cotisations de tout le monde comptent.',
  exempt_tag: 'Étiquette des contacts sans limite',
  exempt_tag_how: 'Aucune règle ne s’applique à eux, par exemple à d’autres partis.',
  note: {
    at_most: '{{left}} au plus.',
    not_allowed: 'Refusé, voir ci-dessous.',
    title: 'Règles de versement',
    refused: 'Ce paiement enfreint les règles de versement',
    unknown: 'Non renseigné, à vérifier : {{facts}}.',
    no_certificate: 'Seul ce qui est saisi ici est compté : ce n’est pas une attestation.',
  },
  left: {
    yearly_cap: 'Cette personne peut encore verser {{left}} en {{year}}, sur {{limit}}.',
    campaign_cap: 'Cette personne peut encore verser {{left}} pour la campagne {{code}}, sur {{limit}}.',
    campaign_cap_without_code: 'Cette personne peut encore verser {{left}} hors campagne, sur {{limit}}.',
  },
  reason: {
    yearly_cap:
      '{{limit}} au plus par personne en {{year}} : il reste {{left}}. Saisissez au plus ce montant, ou rendez l’argent.',
    campaign_cap:
      '{{limit}} au plus par personne pour la campagne {{code}} : il reste {{left}}. Saisissez au plus ce montant, ou rendez l’argent.',
    campaign_cap_without_code:
      '{{limit}} au plus par personne hors campagne : il reste {{left}}. Saisissez au plus ce montant, ou rendez l’argent.',
    cash_limit:
      '{{limit}} au plus en espèces par versement. Demandez un chèque, un virement, un prélèvement ou un paiement par carte.',
    countries:
      'Seules les personnes ayant la nationalité des pays indiqués ou y résidant peuvent verser. Corrigez la ' +
      'fiche si elle est fausse, ou rendez l’argent.',
    legal_persons:
      'Les personnes morales ne peuvent pas verser. Choisissez la personne qui a payé, ou retirez l’étiquette si elle est fausse.',
  },
  fact: {
    nationality: 'nationalité',
    residence: 'pays de résidence',
    legal_person: 'personne morale ou non',
    elected: 'mandat électif ou non',
    payment_method: 'moyen de paiement',
    currency: 'paiements dans une autre devise',
  },
}
