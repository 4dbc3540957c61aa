-- By hand: a link repeats what its asset is searched by, so that a search below a branch reads the branch alone
-- and not every match of the organization; null where that is too long for an index (docs/decisions/0341).
ALTER TABLE "assets_asset_nodes" ADD COLUMN "search_text" text;

-- Links are still added and removed, never pointed elsewhere.
DROP TRIGGER assets_asset_nodes_rewritten ON assets_asset_nodes;
CREATE TRIGGER assets_asset_nodes_rewritten BEFORE UPDATE OF id, asset, node ON assets_asset_nodes
	FOR EACH STATEMENT EXECUTE FUNCTION assets_node_refuse_rewrite();

CREATE FUNCTION assets_link_text(searched text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN octet_length(searched) <= 1000 THEN searched END
$$;

-- The lock lets no other transaction give the asset another text before this link is seen.
CREATE FUNCTION assets_link_take_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT assets_link_text(a.search_text) INTO NEW.search_text FROM assets_asset a WHERE a.id = NEW.asset FOR SHARE;
	RETURN NEW;
END $$;
CREATE TRIGGER assets_asset_nodes_text BEFORE INSERT ON assets_asset_nodes
	FOR EACH ROW EXECUTE FUNCTION assets_link_take_text();

CREATE FUNCTION assets_link_follow_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE assets_asset_nodes l SET search_text = assets_link_text(NEW.search_text) WHERE l.asset = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_text AFTER UPDATE ON assets_asset
	FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION assets_link_follow_text();

UPDATE assets_asset_nodes l SET search_text = assets_link_text(a.search_text) FROM assets_asset a WHERE a.id = l.asset;
CREATE INDEX "assets_asset_nodes_searched_ix" ON "assets_asset_nodes" ("node") INCLUDE ("asset", "search_text");
