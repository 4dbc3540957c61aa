-- Generated from the definitions.
CREATE TABLE "terminal_endpoint" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"https_port" bigint NOT NULL,
	"http_port" bigint NOT NULL,
	"ssh_port" bigint NOT NULL,
	"rdp_port" bigint NOT NULL,
	"mysql_port" bigint NOT NULL,
	"mariadb_port" bigint NOT NULL,
	"postgresql_port" bigint NOT NULL,
	"redis_port" bigint NOT NULL,
	"sqlserver_port" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("host", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "terminal_endpointrule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"priority" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"endpoint" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"ip_group" jsonb NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

ALTER TABLE "terminal_endpointrule" ADD CONSTRAINT "terminal_endpointrule_endpoint_terminal_endpoint_id_fk" FOREIGN KEY ("endpoint") REFERENCES "public"."terminal_endpoint"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "terminal_endpoint_name_uq" ON "terminal_endpoint" USING btree ("name");
CREATE INDEX "terminal_endpoint_name_ix" ON "terminal_endpoint" USING btree ("name" collate "gatehouse_natural","id");
CREATE INDEX "terminal_endpoint_search_trgm" ON "terminal_endpoint" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "terminal_endpointrule_name_uq" ON "terminal_endpointrule" USING btree ("name");
CREATE UNIQUE INDEX "terminal_endpointrule_priority_uq" ON "terminal_endpointrule" USING btree ("priority");
CREATE INDEX "terminal_endpointrule_search_trgm" ON "terminal_endpointrule" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_endpointrule_endpoint_fk" ON "terminal_endpointrule" USING btree ("endpoint");

-- The endpoint of every installation: the address of the request, and no port that nothing serves.
INSERT INTO "terminal_endpoint" ("id", "https_port", "http_port", "ssh_port", "rdp_port", "mysql_port", "mariadb_port", "postgresql_port", "redis_port",
	"sqlserver_port", "date_created", "date_updated", "name", "host", "comment", "created_by")
VALUES ('00000000-0000-0000-0000-000000000001', 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), now(), 'Default', '', '', 'System');
