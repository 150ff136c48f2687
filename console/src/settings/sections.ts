/** The sections of the settings and the permissions they need. */
export const sections = [
  { name: 'users', needs: ['users:read'] },
  { name: 'invitations', needs: ['users:invite'] },
  { name: 'roles', needs: ['roles:assign'] },
  { name: 'space', needs: ['space:manage'] },
  { name: 'identity_providers', needs: ['space:manage'] },
  { name: 'forms', needs: ['forms:write'] },
  { name: 'finance', needs: ['finance:read', 'catalogue:read'] },
  { name: 'tokens', needs: [] },
  { name: 'integrations', needs: ['clients:manage'] },
  { name: 'webhooks', needs: ['webhooks:manage'] },
  { name: 'jobs', needs: ['contacts:write'] },
  { name: 'audit', needs: ['audit:read'] },
  { name: 'privacy', needs: ['privacy:manage'] },
] as const

export type Section = (typeof sections)[number]['name']
