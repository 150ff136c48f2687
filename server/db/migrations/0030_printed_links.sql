-- Whether a link was sent to the address of its account. Only then does opening it prove that the owner reads mail there: the command line
-- prints links as well.
alter table account_links add column by_mail boolean not null default true;
