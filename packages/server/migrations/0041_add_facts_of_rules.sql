-- By hand: whom a rule hits follows from what users and assets are. Of more than 50 at once, none is named.
CREATE FUNCTION gatehouse_user_facts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('gatehouse_user_facts', one)
		FROM unnest(CASE WHEN cardinality(changed) > 50 THEN ARRAY[''] ELSE changed END) AS one;
END $$;
CREATE FUNCTION gatehouse_asset_facts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('gatehouse_asset_facts', one)
		FROM unnest(CASE WHEN cardinality(changed) > 50 THEN ARRAY[''] ELSE changed END) AS one;
END $$;

CREATE FUNCTION users_user_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_user_facts(ARRAY[NEW.id::text]);
	RETURN NULL;
END $$;
CREATE TRIGGER users_user_facts AFTER UPDATE ON users_user FOR EACH ROW
	WHEN ((OLD.name, OLD.username, OLD.email, OLD.comment, OLD.is_active, OLD.is_first_login)
		IS DISTINCT FROM (NEW.name, NEW.username, NEW.email, NEW.comment, NEW.is_active, NEW.is_first_login))
	EXECUTE FUNCTION users_user_facts();

-- Groups and roles of users.
CREATE FUNCTION users_links_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_user_facts(array(SELECT DISTINCT "user"::text FROM changed WHERE "user" IS NOT NULL));
	RETURN NULL;
END $$;
CREATE TRIGGER users_user_groups_facts_added AFTER INSERT ON users_user_groups
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_links_facts();
CREATE TRIGGER users_user_groups_facts_removed AFTER DELETE ON users_user_groups
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_links_facts();
CREATE TRIGGER rbac_rolebinding_facts_added AFTER INSERT ON rbac_rolebinding
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_links_facts();
CREATE TRIGGER rbac_rolebinding_facts_changed AFTER UPDATE ON rbac_rolebinding
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_links_facts();
CREATE TRIGGER rbac_rolebinding_facts_removed AFTER DELETE ON rbac_rolebinding
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_links_facts();

CREATE FUNCTION assets_asset_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_asset_facts(ARRAY[NEW.id::text]);
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_facts AFTER UPDATE ON assets_asset FOR EACH ROW
	WHEN ((OLD.name, OLD.address, OLD.comment, OLD.platform, OLD.category, OLD.type, OLD.protocols)
		IS DISTINCT FROM (NEW.name, NEW.address, NEW.comment, NEW.platform, NEW.category, NEW.type, NEW.protocols))
	EXECUTE FUNCTION assets_asset_facts();

CREATE FUNCTION assets_nodes_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_asset_facts(array(SELECT DISTINCT asset::text FROM changed));
	RETURN NULL;
END $$;
CREATE TRIGGER assets_asset_nodes_facts_added AFTER INSERT ON assets_asset_nodes
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assets_nodes_facts();
CREATE TRIGGER assets_asset_nodes_facts_removed AFTER DELETE ON assets_asset_nodes
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assets_nodes_facts();

CREATE FUNCTION labels_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_asset_facts(array(SELECT DISTINCT res_id FROM changed WHERE res_type = 'assets.asset'));
	RETURN NULL;
END $$;
CREATE TRIGGER labels_labeledresource_facts_added AFTER INSERT ON labels_labeledresource
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION labels_facts();
CREATE TRIGGER labels_labeledresource_facts_changed AFTER UPDATE ON labels_labeledresource
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION labels_facts();
CREATE TRIGGER labels_labeledresource_facts_removed AFTER DELETE ON labels_labeledresource
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION labels_facts();

-- Below a node that moves, any asset may be.
CREATE FUNCTION assets_node_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_asset_facts(ARRAY['']);
	RETURN NULL;
END $$;
CREATE TRIGGER assets_node_facts AFTER UPDATE OF path ON assets_node
	FOR EACH STATEMENT EXECUTE FUNCTION assets_node_facts();

CREATE FUNCTION accounts_account_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM gatehouse_asset_facts(ARRAY[NEW.asset::text]);
	RETURN NULL;
END $$;
CREATE TRIGGER accounts_account_facts AFTER UPDATE ON accounts_account FOR EACH ROW
	WHEN (NEW.asset IS NOT NULL AND (OLD.name, OLD.username) IS DISTINCT FROM (NEW.name, NEW.username))
	EXECUTE FUNCTION accounts_account_facts();
