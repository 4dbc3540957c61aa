-- What the definitions cannot say: generated columns, triggers, special indexes. Shared by all; append only.

-- Node tree (docs/decisions/0030): subtrees by ltree over the keys, which are unique across organizations.
ALTER TABLE "assets_node" ADD COLUMN "path" ltree GENERATED ALWAYS AS (text2ltree(replace("key", ':', '.'))) STORED;
CREATE UNIQUE INDEX "assets_node_path_uq" ON "assets_node" USING btree ("path");
CREATE INDEX "assets_node_path_gist" ON "assets_node" USING gist ("path");

-- Changes of node amounts that are not yet folded into assets_node.assets_amount (docs/decisions/0031).
CREATE TABLE "assets_nodedelta" (
	"id" bigserial PRIMARY KEY,
	"node" uuid NOT NULL,
	"delta" bigint NOT NULL
);
CREATE INDEX "assets_nodedelta_node_ix" ON "assets_nodedelta" USING btree ("node") INCLUDE ("delta");

-- Whoever changes links of a tree shares its lock; whoever changes keys owns it.
CREATE FUNCTION assets_node_lock_key(org uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN hashtextextended(org::text, 7204433);

-- Assets first, then the tree: two changes of one asset must see each other, and no node may move meanwhile.
CREATE FUNCTION assets_node_lock_links(assets uuid[], nodes uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	org uuid;
BEGIN
	PERFORM 1 FROM assets_asset a WHERE a.id = ANY (assets) ORDER BY a.id FOR NO KEY UPDATE;
	FOR org IN SELECT DISTINCT n.org_id FROM assets_node n WHERE n.id = ANY (nodes) ORDER BY 1 LOOP
		PERFORM pg_advisory_xact_lock_shared(assets_node_lock_key(org));
	END LOOP;
END $$;

-- Every node an asset counts for because of a link: the node and those above it.
CREATE FUNCTION assets_node_above(linked uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
	SELECT up.id FROM assets_node n, generate_series(1, nlevel(n.path)) AS depth, assets_node up
	WHERE n.id = linked AND up.path = subpath(n.path, 0, depth)
$$;

CREATE FUNCTION assets_node_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assets_node_lock_links(array(SELECT DISTINCT asset FROM added), array(SELECT DISTINCT node FROM added));
	INSERT INTO assets_nodedelta (node, delta)
	SELECT fresh.node, count(*) FROM (
		SELECT l.asset, up.node FROM added l, assets_node_above(l.node) AS up(node)
		EXCEPT
		SELECT o.asset, up.node FROM assets_asset_nodes o, assets_node_above(o.node) AS up(node)
		WHERE o.asset = ANY (array(SELECT DISTINCT asset FROM added)) AND NOT EXISTS (SELECT FROM added l WHERE l.id = o.id)
	) AS fresh GROUP BY fresh.node;
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_nodes_added AFTER INSERT ON assets_asset_nodes
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assets_node_count_added();

CREATE FUNCTION assets_node_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assets_node_lock_links(array(SELECT DISTINCT asset FROM removed), array(SELECT DISTINCT node FROM removed));
	INSERT INTO assets_nodedelta (node, delta)
	SELECT lost.node, -count(*) FROM (
		SELECT l.asset, up.node FROM removed l, assets_node_above(l.node) AS up(node)
		EXCEPT
		SELECT o.asset, up.node FROM assets_asset_nodes o, assets_node_above(o.node) AS up(node)
		WHERE o.asset = ANY (array(SELECT DISTINCT asset FROM removed))
	) AS lost GROUP BY lost.node;
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_nodes_removed AFTER DELETE ON assets_asset_nodes
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION assets_node_count_removed();

-- Links are added and removed, never rewritten; the counts rely on it.
CREATE FUNCTION assets_node_refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'links between assets and nodes are added and removed, not changed';
END $$;
CREATE TRIGGER assets_asset_nodes_rewritten BEFORE UPDATE ON assets_asset_nodes
	FOR EACH STATEMENT EXECUTE FUNCTION assets_node_refuse_rewrite();

-- Address of a text that is one, null for names and URLs; a bad value must not end a query over all rows.
CREATE FUNCTION inet_or_null(value text) RETURNS inet LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	IF value ~ '^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}(/(3[0-2]|[12]?\d))?$' THEN
		RETURN value::inet;
	END IF;
	IF value !~ '^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/\d{1,3})?$' THEN
		RETURN NULL;
	END IF;
	BEGIN
		RETURN value::inet;
	EXCEPTION WHEN invalid_text_representation OR invalid_parameter_value THEN
		RETURN NULL;
	END;
END $$;

-- Lists of assets: counting an organization, skipping to a deep page, and finding protocols by index alone.
CREATE INDEX "assets_asset_org_ix" ON "assets_asset" USING btree ("org_id");
CREATE INDEX "assets_asset_name_id_ix" ON "assets_asset" USING btree ("org_id","name","id");
CREATE INDEX "assets_asset_protocols_gin" ON "assets_asset" USING gin ("protocols" jsonb_path_ops);

-- The unique index over (user, role, org) counts nulls as different; a system role must not be held twice either.
CREATE UNIQUE INDEX "rbac_rolebinding_system_uq" ON "rbac_rolebinding" USING btree ("user", "role") WHERE "org" IS NULL;

-- Valid permissions that link a person (directly or by group) with an asset (directly or by a node above it). A function,
-- because its plans are kept: the question is asked on every connection (docs/decisions/0040).
CREATE FUNCTION perms_permissions_for(wanted_user uuid, wanted_asset uuid)
RETURNS TABLE (id uuid, accounts jsonb, protocols jsonb, actions int, date_expired timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
	org uuid;
	paths ltree[];
	above uuid[];
	linked uuid[];
BEGIN
	SELECT a.org_id INTO org FROM assets_asset a WHERE a.id = wanted_asset;
	-- Step by step: each array is short, which the planner could not know of a join.
	paths := array(SELECT DISTINCT subpath(n.path, 0, depth) FROM assets_asset_nodes l JOIN assets_node n ON n.id = l.node,
		generate_series(1, nlevel(n.path)) AS depth WHERE l.asset = wanted_asset);
	above := array(SELECT n.id FROM assets_node n WHERE n.path = ANY (paths));
	linked := array(
		SELECT j.assetpermission FROM perms_assetpermission_assets j WHERE j.asset = wanted_asset
		UNION SELECT j.assetpermission FROM perms_assetpermission_nodes j WHERE j.node = ANY (above));
	RETURN QUERY SELECT p.id, p.accounts, p.protocols, p.actions::int, p.date_expired::timestamptz FROM perms_assetpermission p
		WHERE p.id = ANY (linked) AND p.org_id = org AND p.is_active AND p.date_start <= now() AND p.date_expired > now()
		AND (EXISTS (SELECT FROM perms_assetpermission_users j WHERE j.assetpermission = p.id AND j."user" = wanted_user)
			OR EXISTS (SELECT FROM perms_assetpermission_user_groups j JOIN users_user_groups g ON g.usergroup = j.usergroup
				WHERE j.assetpermission = p.id AND g."user" = wanted_user));
END $$;

-- Accounts are listed by name, and half an estate's accounts are called root: the id must be part of the order's index.
CREATE INDEX "accounts_account_name_id_ix" ON "accounts_account" USING btree ("org_id","name","id");

-- A node that goes takes its unsettled changes along; nobody else would ever settle them.
CREATE FUNCTION assets_node_forget_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM assets_nodedelta d USING gone WHERE d.node = gone.id;
	RETURN NULL;
END $$;
CREATE TRIGGER assets_node_gone AFTER DELETE ON assets_node
	REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION assets_node_forget_deltas();

-- Whoever may have lost access is asked about at once: gateways hear of it and end sessions that are permitted no more.
CREATE FUNCTION gatehouse_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('gatehouse_access', 'changed');
	RETURN NULL;
END $$;
CREATE TRIGGER users_user_access AFTER DELETE OR UPDATE OF is_active, date_expired ON users_user
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER users_user_groups_access AFTER DELETE ON users_user_groups
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER perms_assetpermission_access AFTER DELETE OR UPDATE ON perms_assetpermission
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER perms_assetpermission_users_access AFTER DELETE ON perms_assetpermission_users
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER perms_assetpermission_user_groups_access AFTER DELETE ON perms_assetpermission_user_groups
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER perms_assetpermission_assets_access AFTER DELETE ON perms_assetpermission_assets
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER perms_assetpermission_nodes_access AFTER DELETE ON perms_assetpermission_nodes
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER assets_asset_access AFTER DELETE OR UPDATE OF is_active ON assets_asset
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER assets_asset_nodes_access AFTER DELETE ON assets_asset_nodes
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER assets_node_access AFTER UPDATE OF path ON assets_node
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();
CREATE TRIGGER accounts_account_access AFTER DELETE OR UPDATE OF is_active, name, username ON accounts_account
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_access_changed();

-- Assets and accounts of each platform, as changes that sum up to the truth (docs/decisions/0031).
CREATE TABLE "assets_platformtotal" (
	"id" bigserial PRIMARY KEY,
	"org_id" uuid NOT NULL,
	"platform" bigint,
	"assets" bigint NOT NULL DEFAULT 0,
	"accounts" bigint NOT NULL DEFAULT 0
);
CREATE INDEX "assets_platformtotal_org_ix" ON "assets_platformtotal" USING btree ("org_id","platform") INCLUDE ("assets","accounts");

CREATE FUNCTION assets_platform_assets_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO assets_platformtotal (org_id, platform, assets) SELECT org_id, platform, count(*) FROM added GROUP BY 1, 2;
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_counted_added AFTER INSERT ON assets_asset
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assets_platform_assets_added();

-- Before the asset goes, since its accounts follow it and can tell its platform no more.
CREATE FUNCTION assets_platform_asset_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO assets_platformtotal (org_id, platform, assets, accounts)
	SELECT OLD.org_id, OLD.platform, -1, -count(*) FROM accounts_account WHERE asset = OLD.id;
	RETURN OLD;
END $$;
CREATE TRIGGER assets_asset_counted_removed BEFORE DELETE ON assets_asset
	FOR EACH ROW EXECUTE FUNCTION assets_platform_asset_removed();

CREATE FUNCTION assets_platform_asset_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	held bigint := (SELECT count(*) FROM accounts_account WHERE asset = NEW.id);
BEGIN
	INSERT INTO assets_platformtotal (org_id, platform, assets, accounts)
	VALUES (OLD.org_id, OLD.platform, -1, -held), (NEW.org_id, NEW.platform, 1, held);
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_counted_changed AFTER UPDATE ON assets_asset FOR EACH ROW
	WHEN ((OLD.org_id, OLD.platform) IS DISTINCT FROM (NEW.org_id, NEW.platform))
	EXECUTE FUNCTION assets_platform_asset_changed();

-- The assets are held, so that none changes its platform between the look at it and the commit.
CREATE FUNCTION assets_platform_count_accounts(changed uuid[], factor int) RETURNS void LANGUAGE sql AS $$
	WITH held AS MATERIALIZED (
		SELECT a.id, a.org_id, a.platform FROM assets_asset a WHERE a.id = ANY (changed) ORDER BY a.id FOR SHARE)
	INSERT INTO assets_platformtotal (org_id, platform, accounts)
	SELECT held.org_id, held.platform, factor * count(*) FROM unnest(changed) AS one(asset) JOIN held ON held.id = one.asset GROUP BY 1, 2
$$;

CREATE FUNCTION assets_platform_accounts_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assets_platform_count_accounts(array(SELECT asset FROM added WHERE asset IS NOT NULL), 1);
	RETURN NULL;
END $$;
CREATE TRIGGER accounts_account_counted_added AFTER INSERT ON accounts_account
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION assets_platform_accounts_added();

CREATE FUNCTION assets_platform_accounts_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assets_platform_count_accounts(array(SELECT asset FROM removed WHERE asset IS NOT NULL), -1);
	RETURN NULL;
END $$;
CREATE TRIGGER accounts_account_counted_removed AFTER DELETE ON accounts_account
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION assets_platform_accounts_removed();

CREATE FUNCTION assets_platform_account_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assets_platform_count_accounts(array_remove(ARRAY[OLD.asset], NULL), -1);
	PERFORM assets_platform_count_accounts(array_remove(ARRAY[NEW.asset], NULL), 1);
	RETURN NULL;
END $$;
CREATE TRIGGER accounts_account_counted_moved AFTER UPDATE ON accounts_account FOR EACH ROW
	WHEN (OLD.asset IS DISTINCT FROM NEW.asset) EXECUTE FUNCTION assets_platform_account_moved();

-- A page of evidence without any filter is counted by an index of a megabyte instead of the table.
CREATE INDEX "terminal_session_org_ix" ON "terminal_session" USING btree ("org_id");
CREATE INDEX "terminal_command_org_ix" ON "terminal_command" USING btree ("org_id");
CREATE INDEX "audits_operatelog_org_ix" ON "audits_operatelog" USING btree ("org_id");

-- Tickets by whom they are put before, open ones at once: every page asks for their number.
CREATE INDEX "tickets_ticket_assignees_ix" ON "tickets_ticket" USING gin ("status", "assignees" jsonb_path_ops);

-- Nobody takes the name or address of somebody else by writing it in other letters.
CREATE UNIQUE INDEX "users_user_lower_username_uq" ON "users_user" USING btree (lower("username"));
CREATE UNIQUE INDEX "users_user_lower_email_uq" ON "users_user" USING btree (lower("email"));
