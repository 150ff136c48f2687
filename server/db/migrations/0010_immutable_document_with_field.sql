-- So that Citus accepts it in the update of add_item_field, which the workers execute.
alter function document_with_field(text, text, text, json) immutable;
