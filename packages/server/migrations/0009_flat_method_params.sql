-- By hand: built-in platforms held the parameters of a method under its name; they are read and written flat.
UPDATE "assets_platform"
SET "automation" = jsonb_set("automation", '{push_account_params}', "automation" -> 'push_account_params' -> ("automation" ->> 'push_account_method'))
WHERE jsonb_typeof("automation" -> 'push_account_params' -> ("automation" ->> 'push_account_method')) = 'object';
