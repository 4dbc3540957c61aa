-- By hand: names sort as people sort them, numbers by value and case aside (docs/decisions/0243).
CREATE COLLATION "gatehouse_natural" (provider = icu, locale = 'und-u-kn-true');
-- Lists by name read an index in this order instead, which the next migration creates.
DROP INDEX "assets_asset_name_id_ix";
