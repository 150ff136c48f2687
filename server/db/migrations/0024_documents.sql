-- A page of a hundred documents took more time to unpack than to find. They are kept as they are from now on, up to half a block beside
-- their row and beyond that in pieces. Those already there stay packed until they change.
alter table transaction_bundles alter column document set storage external;
alter table transaction_bundles set (toast_tuple_target = 4064);
