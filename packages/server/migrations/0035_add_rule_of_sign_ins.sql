-- Generated from the definitions.
ALTER TABLE "audits_userloginlog" ADD COLUMN "rule" text DEFAULT '' NOT NULL;

-- Every server keeps the rules in memory, and reads them anew when one changes.
CREATE FUNCTION gatehouse_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('gatehouse_rules', 'changed');
	RETURN NULL;
END $$;
CREATE TRIGGER acls_loginacl_rules AFTER INSERT OR UPDATE OR DELETE ON acls_loginacl
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_loginacl_reviewers_rules AFTER INSERT OR UPDATE OR DELETE ON acls_loginacl_reviewers
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_loginassetacl_rules AFTER INSERT OR UPDATE OR DELETE ON acls_loginassetacl
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_loginassetacl_reviewers_rules AFTER INSERT OR UPDATE OR DELETE ON acls_loginassetacl_reviewers
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_connectmethodacl_rules AFTER INSERT OR UPDATE OR DELETE ON acls_connectmethodacl
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_commandfilteracl_rules AFTER INSERT OR UPDATE OR DELETE ON acls_commandfilteracl
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_commandfilteracl_reviewers_rules AFTER INSERT OR UPDATE OR DELETE ON acls_commandfilteracl_reviewers
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_commandfilteracl_command_groups_rules AFTER INSERT OR UPDATE OR DELETE ON acls_commandfilteracl_command_groups
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
CREATE TRIGGER acls_commandgroup_rules AFTER INSERT OR UPDATE OR DELETE ON acls_commandgroup
	FOR EACH STATEMENT EXECUTE FUNCTION gatehouse_rules_changed();
